import type { Database } from 'bun:sqlite';
import type { BookingLine } from '../domain/booking-price-lines.ts';

/** The lines of `booking` as a JSON list; null if there are none. */
export const LINES_COLUMN = `(SELECT json_group_array(json_object('kind', kind, 'source_id', source_id,
    'label', label, 'quantity', quantity, 'unit', unit, 'unit_price', unit_price, 'terms', json(terms),
    'amount', amount) ORDER BY booking_line.id)
  FROM booking_line WHERE booking_id = booking.id HAVING count(*) > 0) AS lines`;

/** Bookings' add-ons, members' prices and codes, stored as lines of their price. */
export class BookingLines {
  readonly #insert;
  readonly #delete;
  readonly #countUses;
  readonly #selectSold;

  constructor(db: Database) {
    this.#insert = db.prepare<null, [number, string]>(
      `INSERT INTO booking_line (booking_id, kind, source_id, label, quantity, unit, unit_price, terms, amount)
       SELECT ?1, value ->> 'kind', value ->> 'source_id', value ->> 'label', value ->> 'quantity', value ->> 'unit',
         value ->> 'unit_price', nullif(value -> 'terms', 'null'), value ->> 'amount' FROM json_each(?2)`,
    );
    this.#delete = db.prepare<null, [number]>('DELETE FROM booking_line WHERE booking_id = ?');
    this.#countUses = db.prepare<{ uses: number }, [number]>(
      `SELECT count(*) AS uses FROM booking_line JOIN booking ON booking.id = booking_line.booking_id
       WHERE kind = 'code' AND source_id = ? AND (status <> 'cancelled' OR charge > 0)`,
    );
    this.#selectSold = db.prepare<SoldLine, [string, string]>(
      `SELECT kind, label, sum(quantity) AS quantity, sum(amount) AS amount
       FROM booking JOIN booking_line ON booking_line.booking_id = booking.id
       WHERE booking.date BETWEEN ?1 AND ?2 AND booking.status <> 'cancelled'
         AND NOT (kind = 'plan' AND amount = 0)
       GROUP BY kind, label ORDER BY kind, amount DESC, label`,
    );
  }

  write(bookingId: number, lines: readonly BookingLine[]): void {
    if (lines.length > 0) this.#insert.run(bookingId, JSON.stringify(lines));
  }

  replace(bookingId: number, lines: readonly BookingLine[]): void {
    this.#delete.run(bookingId);
    this.write(bookingId, lines);
  }

  /** Counts bookings that use a code: active ones, and cancelled ones of which the club keeps a part. */
  countUses(codeId: number): number {
    return this.#countUses.get(codeId)?.uses ?? 0;
  }

  /** What was sold for play from `from` to `to`, both inclusive, without cancelled bookings. */
  listSold(from: string, to: string): SoldLine[] {
    return this.#selectSold.all(from, to);
  }
}

/** All lines with one name over a range of business days; `amount` in PKR. */
export interface SoldLine {
  kind: BookingLine['kind'];
  label: string;
  quantity: number;
  amount: number;
}
