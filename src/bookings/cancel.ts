import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { StatusChange } from '../domain/admin-inputs.ts';
import type { Booking } from '../domain/booking.ts';
import type { ClosedFor } from '../domain/closing.ts';
import { isOpen } from '../domain/day-plan.ts';
import { invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import { proposedMethod } from '../domain/ledger.ts';
import type { CancelledBy } from '../domain/refund.ts';
import { keptOfAll } from '../domain/share.ts';
import { type MoneyServices, payDue, returnCredit } from './payments.ts';
import type { BookingServices } from './services.ts';
import { limitWriteOff } from './staff-rules.ts';
import { type BookingStore, slotIndexesOf } from './store.ts';

type CancelServices = MoneyServices & Pick<BookingServices, 'grants' | 'calendar'>;

/** Changes a status together with its money: marking paid, cancelling or restoring is a single decision. */
export function changeStatusWithMoney(
  tx: Transaction,
  services: CancelServices,
  id: number,
  input: StatusChange,
  actor: Actor,
  closedFor?: ClosedFor,
): Booking {
  const { bookings } = services;
  const booking = bookings.require(id, input.version);
  if (input.status === 'cancelled') return cancel(tx, services, booking, input, actor, closedFor);
  const changed = bookings.changeStatus(tx, id, input.status, actor);
  // What is missing from a restored booking stays to be collected, unless the admin says how it was paid.
  const method =
    input.method ?? (booking.status === 'pending' ? proposedMethod(booking.payment_method) : null);
  return method ? payDue(tx, services, changed, method, actor) : changed;
}

/** PKR that a cancellation would keep of each payer, in order, and what it would give back in total. */
export function cancellationOf(
  { payers }: BookingStore,
  booking: Booking,
  cancelledBy: CancelledBy,
  now: number,
  keep?: number,
): { kept: number[]; keep: number; giveBack: number } {
  const kept = keptOfAll(payers.listOf(booking), booking, cancelledBy, now, keep);
  const total = keep ?? kept.reduce((sum, amount) => sum + amount, 0);
  return { kept, keep: total, giveBack: booking.received - total };
}

/** Keeps what the policy or the admin decides; the rest is refunded later, or becomes credit now. */
function cancel(
  tx: Transaction,
  services: CancelServices,
  booking: Booking,
  input: StatusChange,
  actor: Actor,
  closed_for?: ClosedFor,
): Booking {
  const { bookings, ledger } = services;
  const { id, received } = booking;
  const cancelledBy = input.cancelled_by ?? 'customer';
  const { kept, keep } = cancellationOf(bookings, booking, cancelledBy, tx.now, input.keep);
  if (keep > Math.max(0, received)) {
    throw invalidField('keep', `The club cannot keep more than the ${formatPkr(received)} it received.`);
  }
  const [customer, ...others] = bookings.payers.listOf(booking);
  const back = (customer?.received ?? 0) - (kept[0] ?? 0);
  const isChosen = input.refund_to === 'credit';
  if (isChosen && back > 0 && booking.user_id === null)
    throw invalidField('refund_to', 'Credit belongs to a member. This booking was made without an account.');
  const isCredit = booking.user_id !== null && ledger.creditPaidBy(booking.payer_id) >= back;
  const cancelled = bookings.changeStatus(tx, id, 'cancelled', actor, {
    kept,
    cancelled_by: cancelledBy,
    closed_for: closed_for ?? closedReason(tx, services, booking),
    ...(back > 0 && (isChosen || isCredit) ? { refund_to: 'credit' } : {}),
  });
  limitWriteOff(tx, services, booking, cancelled, actor);
  // A host who cancels chooses credit only for their own money.
  const isChosenForAll = isChosen && actor.kind === 'admin';
  if (customer) returnCredit(tx, services, bookings.payers.require(customer.id), actor, isChosen);
  for (const other of others)
    returnCredit(tx, services, bookings.payers.require(other.id), actor, isChosenForAll);
  return bookings.require(id);
}

/** Why nobody can play at the booking's time: its slots are in a closure, or the day is closed. */
function closedReason(
  tx: Transaction,
  { calendar }: Pick<BookingServices, 'calendar'>,
  booking: Booking,
): ClosedFor | undefined {
  const slots = slotIndexesOf(booking);
  const closure = tx.db
    .query<{ reason: string }, [number, string, string]>(
      `SELECT closure.reason FROM claim JOIN closure ON closure.id = claim.closure_id
       WHERE claim.court_id = ? AND claim.date = ? AND claim.slot IN (SELECT value FROM json_each(?)) LIMIT 1`,
    )
    .get(booking.court_id, booking.date, JSON.stringify(slots));
  const plan = calendar.planOf(booking.date);
  const isDayOpen = slots.every((slot) => isOpen(plan, slot));
  const reason = closure?.reason ?? (isDayOpen ? undefined : plan.exception?.reason);
  return reason ? { reason, note: '' } : undefined;
}
