import type { Database } from 'bun:sqlite';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { LateReceiptDecision } from '../domain/admin-inputs.ts';
import type { LateReceipt } from '../domain/api/admin-booking-routes.ts';
import type { Booking } from '../domain/booking.ts';
import { Failure } from '../domain/failure.ts';
import { LIST_LIMITS } from '../domain/list-limits.ts';
import { startOfPlay } from '../domain/play-time.ts';
import { lateDueOf, type Player } from '../players/store.ts';
import { BOOKING_COLUMNS, type BookingRow, bookingTables, toBooking } from './booking-row.ts';
import { payBalance } from './change-status.ts';
import type { BookingServices } from './services.ts';
import { emitRefund, findShare } from './shares.ts';
import { assertNoOverpayment } from './staff-rules.ts';
import { type BookingStore, slotIndexesOf } from './store.ts';

export const LATE_CONDITION =
  "booking.status = 'cancelled' AND booking.pay_by IS NOT NULL AND booking.payment_receipt IS NOT NULL";

/** Released bookings whose receipt came too late and waits for a decision; the next to play first. */
export function listLateReceipts(db: Database, bookings: BookingStore, now: number): LateReceipt[] {
  return db
    .query<BookingRow, []>(
      `SELECT ${BOOKING_COLUMNS} FROM ${bookingTables('booking_late_receipt')} WHERE ${LATE_CONDITION}
       ORDER BY booking.date, booking.id
       LIMIT ${LIST_LIMITS.inbox}`,
    )
    .all()
    .map(toBooking)
    .map((booking) => ({
      booking,
      amount: bookings.lateDueOf(booking),
      can_restore: canRestore(bookings, booking, now),
      can_credit: booking.user_id !== null,
    }));
}

function canRestore(bookings: BookingStore, booking: Booking, now: number): boolean {
  if (startOfPlay(booking) <= now) return false;
  const { court_id, date, lines = [] } = booking;
  const slotIndexes = slotIndexesOf(booking);
  const taken = bookings.takenSlotIndexes(court_id, date);
  const isFree = !slotIndexes.some((slotIndex) => taken.has(slotIndex));
  return isFree && bookings.addOns.findShortage(lines, { date, slotIndexes }) === null;
}

/**
 * Decides on the money of a late receipt: the booking is restored and paid, or the money came for nothing and
 * becomes the member's credit or a sum to give back. Throws `slot_taken` when the slots are gone.
 */
export function decideLateReceipt(
  tx: Transaction,
  deps: Pick<BookingServices, 'bookings' | 'ledger'>,
  id: number,
  input: LateReceiptDecision,
  actor: Actor,
): Booking {
  const { bookings, ledger } = deps;
  const { decision, amount: paid } = input;
  const booking = bookings.require(id, input.version);
  const player = findShare(bookings, booking, input.player_id);
  if (player) return decideLateShare(tx, deps, booking, player, input, actor);
  if (booking.status !== 'cancelled' || booking.pay_by === null || booking.payment_receipt === null)
    throw decidedFailure();
  if (decision === 'restore') {
    if (startOfPlay(booking) <= tx.now) {
      throw new Failure('wrong_state', 'This booking has started. Please give credit or a refund instead.');
    }
    const restored = bookings.changeStatus(tx, id, 'paid', actor);
    return payBalance(tx, deps, restored, 'bank_transfer', actor, bookings.lateDueOf(restored));
  }
  const amount = paid ?? bookings.lateDueOf(booking);
  assertNoOverpayment(actor, booking.received + amount, booking.computed_amount);
  const entry = { booking_id: id, user_id: booking.user_id };
  bookings.setPayBy(tx, booking, null);
  recordAuditEntry(tx, actor, 'late_receipt', 'booking', id, { decision, amount });
  if (amount > 0) {
    ledger.add(tx, actor, { ...entry, kind: 'payment', method: 'bank_transfer', amount });
    if (decision === 'credit') {
      const credit = { ...entry, kind: 'refund', method: 'credit', amount: -amount } as const;
      const { id: entry_id } = ledger.add(tx, actor, credit);
      tx.emit({ kind: 'booking.refunded', booking_id: id, entry_id, amount, method: 'credit' });
    } else {
      tx.emit({ kind: 'receipt.refund_due', booking_id: id, amount });
    }
  }
  return bookings.require(id);
}

/** The same for the share of a player, whose place cannot be restored. */
function decideLateShare(
  tx: Transaction,
  { bookings, ledger }: Pick<BookingServices, 'bookings' | 'ledger'>,
  booking: Booking,
  player: Player,
  { decision, amount = lateDueOf(player) }: LateReceiptDecision,
  actor: Actor,
): Booking {
  const { id: player_id, user_id, balance, payment_receipt, received, price } = player;
  if (payment_receipt === null || balance > 0) throw decidedFailure();
  if (decision === 'restore') {
    throw new Failure(
      'wrong_state',
      'A player’s place is not restored. Please give credit or a refund instead.',
    );
  }
  assertNoOverpayment(actor, Math.max(0, received) + amount, price);
  const { id: booking_id } = booking;
  bookings.players.setReceipt(tx, player_id, null);
  recordAuditEntry(tx, actor, 'late_receipt', 'booking', booking_id, { decision, amount, player: player_id });
  if (amount > 0) {
    const entry = { booking_id, player_id, user_id };
    ledger.add(tx, actor, { ...entry, kind: 'payment', method: 'bank_transfer', amount });
    if (decision === 'refund') tx.emit({ kind: 'receipt.refund_due', booking_id, player_id, amount });
    else
      emitRefund(tx, ledger.add(tx, actor, { ...entry, kind: 'refund', method: 'credit', amount: -amount }));
  }
  return bookings.touch(tx, booking_id);
}

function decidedFailure(): Failure {
  return new Failure('wrong_state', 'This receipt was decided on already. Please reload the list.');
}
