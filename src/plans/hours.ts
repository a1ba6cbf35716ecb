import type { BookingStore } from '../bookings/store.ts';
import type { Transaction } from '../db/club-db.ts';
import type { ClubEvent } from '../db/club-event.ts';
import type { BookingLine } from '../domain/api/booking-answers.ts';
import { slotsGivenBack } from '../domain/plan.ts';
import { refundPercent } from '../domain/refund.ts';
import type { PurchaseStore } from './purchase-store.ts';

interface UsedHours {
  purchase_id: number;
  month: number;
  slots: number;
}

/** The included hours of bookings, used and given back in the booking's own transaction. */
export class Hours {
  readonly #bookings: BookingStore;
  readonly #purchases: PurchaseStore;

  constructor(bookings: BookingStore, purchases: PurchaseStore) {
    this.#bookings = bookings;
    this.#purchases = purchases;
  }

  handleEvent(event: ClubEvent, tx: Transaction): void {
    if (event.kind === 'booking.created') this.#use(tx, event.booking_id, event.booking.lines);
    if (event.kind === 'booking.moved') {
      const { lines } = this.#bookings.require(event.booking_id);
      this.#purchases.giveBack(tx, event.booking_id);
      this.#use(tx, event.booking_id, lines);
    }
    if (event.kind === 'booking.cancelled') this.#cancel(tx, event);
    if (event.kind === 'booking.restored')
      this.#use(tx, event.booking_id, this.#bookings.require(event.booking_id).lines);
  }

  /** A restored booking still has those that its cancellation didn't give back. */
  #use(tx: Transaction, booking_id: number, lines: readonly BookingLine[] = []): void {
    for (const { purchase_id, month, slots } of usedHours(lines)) {
      const held = this.#purchases.countHeldBy(booking_id, purchase_id, month);
      const purchase = this.#purchases.require(purchase_id);
      if (slots > held) this.#purchases.takeSlots(tx, purchase, { booking_id, month, slots: slots - held });
    }
  }

  /** Follows the refund policy; if the club or the system cancels, everything goes back. */
  #cancel(
    tx: Transaction,
    { booking_id, cancelled_by = 'club' }: Extract<ClubEvent, { kind: 'booking.cancelled' }>,
  ): void {
    const used = this.#purchases.countOf(booking_id);
    if (used === 0) return;
    const percent = refundPercent(this.#bookings.require(booking_id), cancelled_by, tx.now);
    this.#purchases.giveBack(tx, booking_id, used - slotsGivenBack(used, percent));
  }
}

/** The half-hours of purchases in a price's lines. */
function usedHours(lines: readonly BookingLine[]): UsedHours[] {
  return lines.flatMap(({ source_id, terms }) =>
    terms?.plan?.gives === 'hours' && terms.plan.used > 0
      ? [{ purchase_id: source_id, month: terms.plan.period, slots: terms.plan.used }]
      : [],
  );
}
