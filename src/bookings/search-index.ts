import type { Database } from 'bun:sqlite';
import type { ClubDb } from '../db/club-db.ts';
import { Failure } from '../domain/failure.ts';

/** Bookings whose words are written in one go: few enough that nobody waits for them noticeably. */
const STEP = 200;

/** Pages of the index that are merged in one go. */
const MERGED_PAGES = 200;

/**
 * The words of bookings, as the desk searches for them. Writing them costs a quarter of what the rows do,
 * so bookings come in later: before each search, and now and then in between.
 */
export class SearchIndex {
  readonly #club: ClubDb;
  readonly #behind;

  constructor(club: ClubDb) {
    this.#club = club;
    this.#behind = club.db.prepare<{ one: number }, []>(
      'SELECT 1 AS one FROM booking WHERE id > (SELECT booking_id FROM search_mark) LIMIT 1',
    );
  }

  /** Every booking that stands when this is called can be found when it is done. */
  async catchUp(): Promise<void> {
    while (this.#behind.get()) await this.#club.write((tx) => indexBookings(tx.db, STEP));
  }

  /**
   * Brings the parts in which the index grew together, bit by bit, so that a search of a million bookings
   * looks into no more places than one of a thousand.
   */
  async tidy(): Promise<void> {
    await this.catchUp();
    const merge = (pages: number) => this.#club.write((tx) => mergePages(tx.db, pages));
    // A negative number begins anew with all parts; then it goes on until there is nothing left to do.
    for (let more = await merge(-MERGED_PAGES); more; ) more = await merge(MERGED_PAGES);
  }

  /** `catchUp` before a search. A full disk must not keep the desk from what can be found already. */
  async catchUpIfPossible(): Promise<void> {
    try {
      await this.catchUp();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }
}

/** False when there was nothing to merge. */
function mergePages(db: Database, pages: number): boolean {
  const changes = () => db.query<{ n: number }, []>('SELECT total_changes() AS n').get()?.n ?? 0;
  const before = changes();
  db.query("INSERT INTO booking_search (booking_search, rank) VALUES ('merge', ?)").run(pages);
  // The order itself counts as one change.
  return changes() - before >= 2;
}

/** Takes the next `most` bookings (-1: all) into the index, inside a transaction of the caller. */
export function indexBookings(db: Database, most: number): void {
  db.query(
    `INSERT INTO booking_search (rowid, words) SELECT id, words FROM booking_words
     WHERE id > (SELECT booking_id FROM search_mark) ORDER BY id LIMIT ?`,
  ).run(most);
  db.query(
    // Somebody else may have taken them all in meanwhile.
    `UPDATE search_mark SET booking_id = coalesce((SELECT max(id) FROM (SELECT id FROM booking
       WHERE id > search_mark.booking_id ORDER BY id LIMIT ?)), booking_id)`,
  ).run(most);
}
