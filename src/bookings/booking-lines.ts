import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import type { BookingLine, PriceItem } from '../domain/booking-line.ts';
import { invalidField } from '../domain/failure.ts';
import { inPlayingOrder, timeLabel } from '../domain/slot.ts';

/** The lines of `booking` as a JSON list, or null without one. */
export const LINES_COLUMN = `(SELECT json_group_array(json_object('kind', kind, 'source_id', source_id,
    'label', label, 'quantity', quantity, 'unit', unit, 'unit_price', unit_price, 'terms', json(terms),
    'amount', amount) ORDER BY booking_line.id)
  FROM booking_line WHERE booking_id = booking.id HAVING count(*) > 0) AS lines`;

/** Add-ons, members' prices and codes of bookings, and how many of them are taken. */
export class BookingLines {
  readonly #insert;
  readonly #delete;
  readonly #selectTaken;
  readonly #countUses;
  readonly #selectSold;
  readonly #maxAtOnce: (addOnId: number) => number | null;

  /** `maxAtOnce` is how many of an add-on the club has; null without a limit. */
  constructor(db: Database, maxAtOnce: (addOnId: number) => number | null) {
    this.#maxAtOnce = maxAtOnce;
    this.#insert = db.prepare<null, [number, string]>(
      `INSERT INTO booking_line (booking_id, kind, source_id, label, quantity, unit, unit_price, terms, amount)
       SELECT ?1, value ->> 'kind', value ->> 'source_id', value ->> 'label', value ->> 'quantity', value ->> 'unit',
         value ->> 'unit_price', nullif(value -> 'terms', 'null'), value ->> 'amount' FROM json_each(?2)`,
    );
    this.#delete = db.prepare<null, [number]>('DELETE FROM booking_line WHERE booking_id = ?');
    // A booking holds its add-ons in each of the half-hours that it claims, on whichever court.
    this.#selectTaken = db.prepare<{ slot: number; taken: number }, [string, number, number]>(
      `SELECT claim.slot, sum(line.quantity) AS taken
       FROM court CROSS JOIN claim ON claim.court_id = court.id AND claim.date = ?1
       CROSS JOIN booking_line AS line ON line.booking_id = claim.booking_id
       WHERE line.kind = 'add_on' AND line.source_id = ?2 AND line.booking_id <> ?3 GROUP BY claim.slot`,
    );
    this.#countUses = db.prepare<{ uses: number }, [number]>(
      `SELECT count(*) AS uses FROM booking_line JOIN booking ON booking.id = booking_line.booking_id
       WHERE kind = 'code' AND source_id = ? AND (status <> 'cancelled' OR charge > 0)`,
    );
    this.#selectSold = db.prepare<SoldLine, [string, string]>(
      `SELECT kind, label, sum(quantity) AS quantity, sum(amount) AS amount
       FROM booking JOIN booking_line ON booking_line.booking_id = booking.id
       WHERE booking.date BETWEEN ?1 AND ?2 AND booking.status <> 'cancelled'
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

  /** Replaces the lines of a booking, and its amount in PKR with them. */
  change(tx: Transaction, bookingId: number, lines: readonly BookingLine[], computedAmount: number): void {
    this.replace(bookingId, lines);
    tx.db
      .query('UPDATE booking SET computed_amount = ?1, charge = ?1, version = version + 1 WHERE id = ?2')
      .run(computedAmount, bookingId);
  }

  /** How many of an add-on are left in all of these half-hours; null without a limit. */
  left(
    addOnId: number,
    { date, slotIndexes }: Place,
    exceptBookingId = 0,
    planned: readonly PlannedItems[] = [],
  ): { count: number; slotIndex: number } | null {
    const limit = this.#maxAtOnce(addOnId);
    if (limit === null) return null;
    const taken = new Map(
      this.#selectTaken.all(date, addOnId, exceptBookingId).map((row) => [row.slot, row.taken]),
    );
    for (const plan of planned) {
      const quantity = plan.items.find(
        (item) => item.kind === 'add_on' && item.source_id === addOnId,
      )?.quantity;
      for (const slot of plan.slotIndexes) taken.set(slot, (taken.get(slot) ?? 0) + (quantity ?? 0));
    }
    let fewest = { count: limit, slotIndex: slotIndexes[0] ?? 0 };
    for (const slotIndex of inPlayingOrder(slotIndexes)) {
      const count = Math.max(0, limit - (taken.get(slotIndex) ?? 0));
      if (count < fewest.count) fewest = { count, slotIndex };
    }
    return fewest;
  }

  /** Which of the add-ons the club has too few of in one of the half-hours; null when it has enough of each. */
  findShortage(
    items: readonly PriceItem[],
    place: Place,
    exceptBookingId = 0,
    planned: readonly PlannedItems[] = [],
  ): AddOnShortage | null {
    for (const { kind, source_id, label, quantity } of items) {
      if (kind !== 'add_on') continue;
      const left = this.left(source_id, place, exceptBookingId, planned);
      if (left && quantity > left.count) return { label, left: left.count, at: timeLabel(left.slotIndex) };
    }
    return null;
  }

  /** Throws `invalid` when the club has too few of an add-on in one of the half-hours. */
  assertLeft(items: readonly PriceItem[], place: Place, exceptBookingId = 0): void {
    const shortage = this.findShortage(items, place, exceptBookingId);
    if (!shortage) return;
    const { label, left, at } = shortage;
    throw invalidField(
      'add_ons',
      left === 0
        ? `${label}: none is left at ${at}. Please choose another time, or book without it.`
        : `${label}: only ${left} left at ${at}. Please choose fewer, or another time.`,
    );
  }

  /** The bookings that use a code: those that stand, and cancelled ones of which the club keeps a part. */
  countUses(codeId: number): number {
    return this.#countUses.get(codeId)?.uses ?? 0;
  }

  /** What was sold for play from `from` to `to`, both included; cancelled bookings do not count. */
  listSold(from: string, to: string): SoldLine[] {
    return this.#selectSold.all(from, to);
  }
}

interface Place {
  date: string;
  slotIndexes: readonly number[];
}

/** What a booking will hold in these half-hours of the same day once it is written. */
export interface PlannedItems {
  items: readonly PriceItem[];
  slotIndexes: readonly number[];
}

/** An add-on of which too few are left at a time. */
interface AddOnShortage {
  label: string;
  left: number;
  /** `8:00 PM` */
  at: string;
}

/** All lines of one name in a range of business days; `amount` in PKR. */
export interface SoldLine {
  kind: BookingLine['kind'];
  label: string;
  quantity: number;
  amount: number;
}
