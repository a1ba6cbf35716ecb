import type { Database } from 'bun:sqlite';
import type { PriceItem } from '../domain/booking-price-lines.ts';
import { invalidField } from '../domain/failure.ts';
import { inPlayingOrder, timeLabel } from '../domain/slot.ts';
import type { AddOnStore } from '../extras/add-on-store.ts';

interface Place {
  date: string;
  slotIndexes: readonly number[];
}

/** What a booking will hold in these half-hours of the same day once it is saved. */
export interface PlannedItems {
  items: readonly PriceItem[];
  slotIndexes: readonly number[];
}

/** An add-on that would run short. */
interface AddOnShortage {
  label: string;
  left: number;
  /** `8 PM` */
  at: string;
}

/** How many of each add-on other bookings leave at a given time. */
export class AddOnAvailability {
  readonly #selectTaken;
  readonly #addOns: AddOnStore;

  constructor(db: Database, addOns: AddOnStore) {
    this.#addOns = addOns;
    // A booking holds its add-ons in each half-hour it claims, on any court.
    this.#selectTaken = db.prepare<{ slot: number; taken: number }, [string, number, number]>(
      `SELECT claim.slot, sum(line.quantity) AS taken
       FROM court CROSS JOIN claim ON claim.court_id = court.id AND claim.date = ?1
       CROSS JOIN booking_line AS line ON line.booking_id = claim.booking_id
       WHERE line.kind = 'add_on' AND line.source_id = ?2 AND line.booking_id <> ?3 GROUP BY claim.slot`,
    );
  }

  /** How many of an add-on are left in all of these half-hours; null for no limit. */
  left(
    addOnId: number,
    { date, slotIndexes }: Place,
    exceptBookingId = 0,
    planned: readonly PlannedItems[] = [],
  ): { count: number; slotIndex: number } | null {
    const limit = this.#addOns.maxAtOnce(addOnId);
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

  /** The first of the add-ons that would run short in one of the half-hours; null if there are enough. */
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

  /** Throws `invalid` if an add-on would run short in one of the half-hours. */
  assertLeft(items: readonly PriceItem[], place: Place, exceptBookingId = 0): void {
    const shortage = this.findShortage(items, place, exceptBookingId);
    if (!shortage) return;
    const { label, left, at } = shortage;
    throw invalidField(
      'add_ons',
      left === 0
        ? `${label}: none left at ${at}. Please choose another time, or book without it.`
        : `${label}: only ${left} left at ${at}. Please choose fewer, or another time.`,
    );
  }
}
