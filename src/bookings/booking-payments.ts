import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import { isReleased } from '../domain/late-receipt.ts';
import type { EntryRequest, LedgerEntry, NewLedgerEntry } from '../domain/ledger.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import { emitRefund, findShare, holdAgain, settlePayment } from './shares.ts';
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
  pay(
    tx: Transaction,
    bookingId: number,
    input: EntryRequest & Pick<NewLedgerEntry, 'proven' | 'line_id'>,
    actor: Actor,
  ): MoneyChange {
    const booking = this.#bookings.require(bookingId, input.version);
    const player = findShare(this.#bookings, booking, input.player_id);
    const ofBooking = isReleased(booking)
      ? this.#bookings.lateDueOf(booking)
      : this.#bookings.players.dueOf(booking);
    const due = player ? player.balance : ofBooking;
    if (!input.proven) assertNoOverpayment(actor, input.amount, due);
    const entry = this.#ledger.add(tx, actor, {
      booking_id: booking.id,
      player_id: player?.id ?? null,
      user_id: (player ?? booking).user_id,
      kind: 'payment',
      method: input.method,
      amount: input.amount,
      reference: input.reference,
      note: input.note,
      ...(input.proven ? { proven: input.proven } : {}),
      ...(input.line_id === undefined ? {} : { line_id: input.line_id }),
    });
    return { entry, booking: settlePayment(tx, this.#bookings, entry, actor) };
  }

  /** Records money that went back; at most what is to be given back. */
  refund(tx: Transaction, bookingId: number, input: EntryRequest, actor: Actor): MoneyChange {
    const booking = this.#bookings.require(bookingId, input.version);
    const player = findShare(this.#bookings, booking, input.player_id);
    const owed = Math.max(0, -(player ? player.balance : this.#bookings.players.dueOf(booking)));
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
      player_id: player?.id ?? null,
      user_id: (player ?? booking).user_id,
      kind: 'refund',
      method: input.method,
      amount: -input.amount,
      reference: input.reference,
      note: input.note,
    });
    emitRefund(tx, entry);
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
    const { booking_id, amount, player_id } = entry;
    if (booking_id === null) return { entry, booking: null };
    const changed = this.#bookings.require(booking_id);
    const players = this.#bookings.players.listOf(changed);
    const payer = players.find(
      ({ id, is_host }) => id === player_id || (player_id === null && is_host === 1),
    );
    // Refunds would exceed payments, so roll back.
    if ((payer ?? changed).received < 0) {
      throw new Failure('wrong_state', 'This money was given back already. Undo the refund first.');
    }
    // Of a cancelled booking all shares are looked at together, else what this one kept was the host's.
    if (payer?.state === 'left' && changed.status !== 'cancelled')
      this.#bookings.players.keepReceivedOf(tx, payer);
    if (amount < 0 && player_id !== null && holdAgain(tx, this.#bookings, booking_id, player_id))
      tx.emit({ kind: 'player.payment_due', booking_id, player_id, at: tx.now });
    const booking =
      amount < 0
        ? this.#bookings.reopenUnpaid(tx, booking_id, actor)
        : this.#bookings.markPaidIfSettled(tx, booking_id, actor);
    return { entry, booking };
  }
}
