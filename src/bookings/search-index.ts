import type { Database } from 'bun:sqlite';
import type { ClubDb } from '../db/club-db.ts';
import { Failure } from '../domain/failure.ts';

/** Bookings indexed in one transaction; a small batch keeps other writes waiting only briefly. */
const BATCH_SIZE = 200;

/** Index pages merged in one transaction. */
const MERGE_BATCH_PAGES = 200;

/**
 * The full-text index of bookings for the admin's search. Indexing costs a quarter of the booking's own write,
 * so bookings are indexed later: before each search and by a job.
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

  /** Indexes every booking that exists at the time of the call. */
  async sync(): Promise<void> {
    while (this.#hasUnindexed.get()) await this.#club.write((tx) => indexBookings(tx.db, BATCH_SIZE));
  }

  /** Merges the index's segments in small steps, so that a search reads few segments even in a large club. */
  async optimize(): Promise<void> {
    await this.sync();
    const merge = (pages: number) => this.#club.write((tx) => mergePages(tx.db, pages));
    // A negative page count starts a merge of all segments; positive ones continue it until nothing is left.
    for (let more = await merge(-MERGE_BATCH_PAGES); more; ) more = await merge(MERGE_BATCH_PAGES);
  }

  /** `sync` before a search; a full disk must not stop an admin from searching the indexed bookings. */
  async syncIfPossible(): Promise<void> {
    try {
      await this.sync();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }
}

/** False when nothing was left to merge. */
function mergePages(db: Database, pages: number): boolean {
  const totalChanges = () => db.query<{ n: number }, []>('SELECT total_changes() AS n').get()?.n ?? 0;
  const before = totalChanges();
  db.query("INSERT INTO booking_search (booking_search, rank) VALUES ('merge', ?)").run(pages);
  // The merge command itself counts as one change.
  return totalChanges() - before >= 2;
}

/** Indexes the next `limit` bookings (-1: all) in the caller's transaction. */
export function indexBookings(db: Database, limit: number): void {
  db.query(
    `INSERT INTO booking_search (rowid, words) SELECT id, words FROM booking_words
     WHERE id > (SELECT booking_id FROM search_mark) ORDER BY id LIMIT ?`,
  ).run(limit);
  db.query(
    // Another process may have indexed them in the meantime.
    `UPDATE search_mark SET booking_id = coalesce((SELECT max(id) FROM (SELECT id FROM booking
       WHERE id > search_mark.booking_id ORDER BY id LIMIT ?)), booking_id)`,
  ).run(limit);
}
