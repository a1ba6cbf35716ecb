import type { Database } from 'bun:sqlite';
import type { ClubDb } from '../db/club-db.ts';
import { Failure } from '../domain/failure.ts';

/** Bookings whose words are written in one go: few enough that nobody waits for them noticeably. */
const BATCH_SIZE = 200;

/** Pages of the index that are merged in one go. */
const MERGE_BATCH_PAGES = 200;

/**
 * The words of bookings, as the desk searches for them. Writing them costs a quarter of what the rows do,
 * so bookings come in later: before each search, and now and then in between.
 */
export class SearchIndex {
  readonly #club: ClubDb;
  readonly #hasUnindexed;

  constructor(club: ClubDb) {
    this.#club = club;
    this.#hasUnindexed = club.db.prepare<{ one: number }, []>(
      'SELECT 1 AS one FROM booking WHERE id > (SELECT booking_id FROM search_mark) LIMIT 1',
    );
  }

  /** Every booking that stands when this is called can be found when it is done. */
  async sync(): Promise<void> {
    while (this.#hasUnindexed.get()) await this.#club.write((tx) => indexBookings(tx.db, BATCH_SIZE));
  }

  /**
   * Brings the parts in which the index grew together, bit by bit, so that a search of a million bookings
   * looks into no more places than one of a thousand.
   */
  async optimize(): Promise<void> {
    await this.sync();
    const merge = (pages: number) => this.#club.write((tx) => mergePages(tx.db, pages));
    // A negative number begins anew with all parts; then it goes on until there is nothing left to do.
    for (let more = await merge(-MERGE_BATCH_PAGES); more; ) more = await merge(MERGE_BATCH_PAGES);
  }

  /** `catchUp` before a search. A full disk must not keep the desk from what can be found already. */
  async syncIfPossible(): Promise<void> {
    try {
      await this.sync();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }
}

/** False when there was nothing to merge. */
function mergePages(db: Database, pages: number): boolean {
  const totalChanges = () => db.query<{ n: number }, []>('SELECT total_changes() AS n').get()?.n ?? 0;
  const before = totalChanges();
  db.query("INSERT INTO booking_search (booking_search, rank) VALUES ('merge', ?)").run(pages);
  // The order itself counts as one change.
  return totalChanges() - before >= 2;
}

/** Takes the next `most` bookings (-1: all) into the index, inside a transaction of the caller. */
export function indexBookings(db: Database, limit: number): void {
  db.query(
    `INSERT INTO booking_search (rowid, words) SELECT id, words FROM booking_words
     WHERE id > (SELECT booking_id FROM search_mark) ORDER BY id LIMIT ?`,
  ).run(limit);
  db.query(
    // Somebody else may have taken them all in meanwhile.
    `UPDATE search_mark SET booking_id = coalesce((SELECT max(id) FROM (SELECT id FROM booking
       WHERE id > search_mark.booking_id ORDER BY id LIMIT ?)), booking_id)`,
  ).run(limit);
}
