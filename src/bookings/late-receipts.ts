import type { Database } from 'bun:sqlite';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { LateReceiptDecision } from '../domain/admin-inputs.ts';
import type { LateReceipt } from '../domain/api/admin-booking-routes.ts';
import type { Booking } from '../domain/booking.ts';
import { Failure } from '../domain/failure.ts';
import { startOfPlay } from '../domain/play-time.ts';
import { lateDueOf } from '../payers/store.ts';
import { emitRefund, type MoneyServices, payDue } from './payments.ts';
import { assertNoOverpayment } from './staff-rules.ts';
import type { BookingStore } from './store.ts';
import { listReceipts } from './waiting-receipts.ts';

/** Released bookings with a late receipt waiting for a decision; the next to play first. */
export function listLateReceipts(db: Database, bookings: BookingStore, now: number): LateReceipt[] {
  return listReceipts(db, bookings, now)
    .filter(({ late, payer }) => late && payer.position === 1)
    .map(({ booking, amount, can_restore, can_credit }) => ({ booking, amount, can_restore, can_credit }));
}

/**
 * Decides what happens to a late receipt's money: either the booking is restored as paid, or the money becomes credit
 * or a refund. Places of payers other than the customer are not restored. Throws `slot_taken` if the slots are gone.
 */
export function decideLateReceipt(
  tx: Transaction,
  services: MoneyServices,
  id: number,
  input: LateReceiptDecision,
  actor: Actor,
): Booking {
  const { bookings, ledger } = services;
  const { decision } = input;
  const booking = bookings.require(id, input.version);
  const payer = bookings.payers.requireOf(booking, input.payer_id);
  const isCustomer = payer.position === 1;
  const isLate = isCustomer ? booking.released : payer.balance <= 0;
  if (payer.receipt_waits === 0 || !isLate)
    throw new Failure('wrong_state', 'This receipt has already been decided. Please reload the list.');
  if (decision === 'restore') {
    if (!isCustomer) {
      throw new Failure(
        'wrong_state',
        'A player’s place can’t be restored. Please give credit or a refund instead.',
      );
    }
    if (startOfPlay(booking) <= tx.now)
      throw new Failure('wrong_state', 'This booking has started. Please give credit or a refund instead.');
    const restored = bookings.changeStatus(tx, id, 'paid', actor);
    return payDue(tx, services, restored, 'bank_transfer', actor, lateDueOf(payer));
  }
  const { amount = lateDueOf(payer) } = input;
  assertNoOverpayment(actor, Math.max(0, payer.received) + amount, payer.price);
  if (isCustomer) bookings.endRelease(tx, booking);
  else bookings.payers.endReceipt(tx, payer.id);
  recordAuditEntry(tx, actor, 'late_receipt', 'booking', id, {
    decision,
    amount,
    ...(isCustomer ? {} : { payer: payer.id }),
  });
  if (amount > 0) {
    const entry = { booking_id: id, payer_id: payer.id, user_id: payer.user_id };
    ledger.add(tx, actor, { ...entry, kind: 'payment', method: 'bank_transfer', amount });
    if (decision === 'refund')
      tx.emit({ kind: 'receipt.refund_due', booking_id: id, payer_id: payer.id, amount });
    else
      emitRefund(tx, ledger.add(tx, actor, { ...entry, kind: 'refund', method: 'credit', amount: -amount }));
  }
  return bookings.touch(tx, id);
}
