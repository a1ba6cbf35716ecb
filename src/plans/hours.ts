import type { BookingStore } from '../bookings/store.ts';
import type { Transaction } from '../db/club-db.ts';
import type { ClubEvent } from '../db/club-event.ts';
import type { BookingLine } from '../domain/api/booking-answers.ts';
import { invalidField } from '../domain/failure.ts';
import { slotsGivenBack, slotsOf } from '../domain/plan.ts';
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

  /**
   * Throws `invalid` before it writes anything when a plan has too few hours left. A restored booking has those already that
   * its cancellation did not give back.
   */
  #use(tx: Transaction, booking_id: number, lines: readonly BookingLine[] = []): void {
    const missing = usedHours(lines).map(({ purchase_id, month, slots }) => {
      const purchase = this.#purchases.require(purchase_id);
      const more = slots - this.#purchases.countHeldBy(booking_id, purchase_id, month);
      const left = slotsOf(purchase.terms) - (this.#purchases.usedSlots(purchase_id).get(month) ?? 0);
      if (more > left)
        throw invalidField(
          'slots',
          `The hours of ${purchase.name} were used in the meantime. Please make a new booking.`,
        );
      return { purchase, month, slots: more };
    });
    for (const { purchase, month, slots } of missing)
      if (slots > 0) this.#purchases.takeSlots(tx, purchase, { booking_id, month, slots });
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
    terms?.plan?.gives === 'hours'
      ? [{ purchase_id: source_id, month: terms.plan.period, slots: terms.plan.used }]
      : [],
  );
}
