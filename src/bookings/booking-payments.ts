import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import { balanceOf, type EntryRequest, type LedgerEntry } from '../domain/ledger.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import { assertNoOverpayment } from './staff-rules.ts';
import type { BookingStore } from './store.ts';

export interface MoneyChange {
  entry: LedgerEntry;
  booking: Booking;
}

/** Payments, refunds and reversals of one booking. Each runs inside a transaction of `ClubDb`. */
export class BookingPayments {
  readonly #ledger: LedgerStore;
  readonly #bookings: BookingStore;

  constructor(ledger: LedgerStore, bookings: BookingStore) {
    this.#ledger = ledger;
    this.#bookings = bookings;
  }

  /** Records money that came; more than the booking costs, which an owner records, becomes a sum to give back. */
  pay(tx: Transaction, bookingId: number, input: EntryRequest, actor: Actor): MoneyChange {
    const booking = this.#bookings.require(bookingId, input.version);
    assertNoOverpayment(actor, booking.received + input.amount, booking.charge);
    const entry = this.#ledger.add(tx, actor, {
      booking_id: booking.id,
      user_id: booking.user_id,
      kind: 'payment',
      method: input.method,
      amount: input.amount,
      reference: input.reference,
      note: input.note,
    });
    return { entry, booking: this.#bookings.markPaidIfSettled(tx, bookingId, actor) };
  }

  /** Records money that went back; at most what is to be given back. */
  refund(tx: Transaction, bookingId: number, input: EntryRequest, actor: Actor): MoneyChange {
    const booking = this.#bookings.require(bookingId, input.version);
    const owed = Math.max(0, -balanceOf(booking));
    if (input.amount > owed) {
      throw invalidField(
        'amount',
        owed === 0
          ? 'Nothing is to be given back for this booking.'
          : `Only ${formatPkr(owed)} is to be given back for this booking.`,
      );
    }
    const entry = this.#ledger.add(tx, actor, {
      booking_id: booking.id,
      user_id: booking.user_id,
      kind: 'refund',
      method: input.method,
      amount: -input.amount,
      reference: input.reference,
      note: input.note,
    });
    const { amount, method } = input;
    tx.emit({ kind: 'booking.refunded', booking_id: booking.id, entry_id: entry.id, amount, method });
    return { entry, booking: this.#bookings.markPaidIfSettled(tx, bookingId, actor) };
  }

  /** Undoes an entry that was recorded by mistake. `booking` is null for the entry of a top-up. */
  reverse(
    tx: Transaction,
    entryId: number,
    reason: string,
    actor: Actor,
  ): { entry: LedgerEntry; booking: Booking | null } {
    const entry = this.#ledger.reverse(tx, actor, entryId, reason);
    const { booking_id, amount } = entry;
    if (booking_id === null) return { entry, booking: null };
    // Refunds would exceed payments, so roll back.
    if (this.#bookings.require(booking_id).received < 0) {
      throw new Failure('wrong_state', 'This money was given back already. Undo the refund first.');
    }
    const booking =
      amount < 0
        ? this.#bookings.reopenUnpaid(tx, booking_id, actor)
        : this.#bookings.markPaidIfSettled(tx, booking_id, actor);
    return { entry, booking };
  }
}
