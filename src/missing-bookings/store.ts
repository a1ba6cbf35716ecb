import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import { Failure } from '../domain/failure.ts';
import type { MissingBooking } from '../domain/missing-booking.ts';

/** More than a club sells between two copies. */
const MAX_ROWS = 200;

/** What the reception still has to enter after a restore. */
export class MissingBookingStore {
  readonly #selectOpen;
  readonly #countOpen;

  constructor(db: Database) {
    this.#selectOpen = db.prepare<{ facts: string }, []>(
      `SELECT facts FROM missing_booking WHERE facts IS NOT NULL ORDER BY id LIMIT ${MAX_ROWS}`,
    );
    this.#countOpen = db.prepare<{ count: number }, []>(
      'SELECT count(*) AS count FROM missing_booking WHERE facts IS NOT NULL',
    );
  }

  list(): MissingBooking[] {
    return this.#selectOpen.all().map(({ facts }) => JSON.parse(facts) as MissingBooking);
  }

  count(): number {
    return this.#countOpen.get()?.count ?? 0;
  }

  /** Lists a booking once, however often its email is read; false when it is known. */
  add(tx: Transaction, booking: MissingBooking): boolean {
    const { changes } = tx.db
      .query('INSERT OR IGNORE INTO missing_booking (id, facts) VALUES (?, ?)')
      .run(booking.id, JSON.stringify(booking));
    return changes > 0;
  }

  /** Takes a booking off the list and forgets the customer. Twice is the same as once. */
  finish(tx: Transaction, id: number): void {
    const { changes } = tx.db.query('UPDATE missing_booking SET facts = NULL WHERE id = ?').run(id);
    if (changes === 0) throw new Failure('not_found', 'There is no missing booking with this number.');
  }
}
