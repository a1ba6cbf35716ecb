import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import { addDays } from '../domain/business-day.ts';
import type { NewCourtPrice } from '../domain/court-schemas.ts';
import { Failure, invalidField } from '../domain/failure.ts';

/** How many days ahead rates can be set. */
const MAX_DAYS_AHEAD = 730;

/** Courts' rates for later dates of play. */
export class CourtPriceStore {
  /** Adds a rate, or replaces the one starting on the same date. Existing bookings keep their price. */
  set(
    tx: Transaction,
    courtId: number,
    { from, hourly_rate }: NewCourtPrice,
    today: string,
    actor: Actor,
  ): void {
    if (from <= today) {
      throw invalidField(
        'from',
        'Please choose a later date. To change the rate from today on, edit the court.',
      );
    }
    if (from > addDays(today, MAX_DAYS_AHEAD)) {
      throw invalidField('from', 'Please choose a date within the next two years.');
    }
    tx.db
      .query(
        `INSERT INTO court_price (court_id, from_date, hourly_rate) VALUES (?, ?, ?)
         ON CONFLICT (court_id, from_date) DO UPDATE SET hourly_rate = excluded.hourly_rate`,
      )
      .run(courtId, from, hourly_rate);
    recordAuditEntry(tx, actor, 'price_set', 'court', courtId, { from, hourly_rate });
    tx.emit({ kind: 'court.changed', court_id: courtId });
  }

  /** Removes a rate that has not taken effect and returns its court. */
  remove(tx: Transaction, id: number, today: string, actor: Actor): number {
    const row = tx.db
      .query<{ court_id: number; from_date: string; hourly_rate: number }, [number, string]>(
        'DELETE FROM court_price WHERE id = ? AND from_date > ? RETURNING court_id, from_date, hourly_rate',
      )
      .get(id, today);
    if (!row) throw new Failure('not_found', 'There is no such upcoming rate. It may already have started.');
    const { court_id, from_date: from, hourly_rate } = row;
    recordAuditEntry(tx, actor, 'price_removed', 'court', court_id, { from, hourly_rate });
    tx.emit({ kind: 'court.changed', court_id });
    return court_id;
  }
}
