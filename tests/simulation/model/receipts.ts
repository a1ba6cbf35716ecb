import { markPaid } from './bookings.ts';
import { restartClock, setPayBy } from './deadlines.ts';
import { tell, tellPlayer } from './messages.ts';
import { addEntry, balanceOf, lateDueOf, lateShareOf, playersOf, received } from './money.ts';
import { stays } from './shares.ts';
import { startOf } from './slots.ts';
import { type Booking, CONFLICT, DAY, type Expected, INVALID, OK, type Player, type State } from './state.ts';

const LATE_DAYS = 7;

/**
 * A receipt is for the customer's own part. Only the first one stops the clock, and no clock of shares; a week after the
 * release none is taken any more.
 */
export function upload(state: State, booking: Booking, now: number): Expected {
  const { method, status, payBy } = booking;
  const isPaid = status === 'pending' && balanceOf(state, booking, playersOf(booking)[0]) <= 0;
  if (method !== 'bank_transfer' || status === 'paid' || isPaid) return CONFLICT;
  if (status === 'cancelled' && (payBy === null || now > payBy + LATE_DAYS * DAY)) return CONFLICT;
  if (status === 'pending' && booking.receipts === 0 && !booking.activity) setPayBy(booking, null, now);
  booking.hasReceipt = true;
  booking.receipts += 1;
  booking.receiptAt = now;
  booking.isTextTakenBack = (booking.reminderTextAt ?? 0) > now;
  tell(state, 'receipt', booking);
  return OK;
}

/** A rejected receipt gives a new deadline where it had stopped one. */
export function reject(state: State, booking: Booking, now: number): Expected {
  if (!booking.hasReceipt || booking.status === 'paid') return CONFLICT;
  booking.hasReceipt = false;
  const { activity } = booking;
  const isKept = activity ? activity.isClosed && stays(state, booking) : received(state, booking.id) > 0;
  if (booking.status === 'pending' && booking.payBy === null && !isKept) {
    restartClock(state, booking, now);
  }
  tell(state, 'receipt rejected', booking);
  return OK;
}

export type LateDecision = 'restore' | 'credit' | 'refund';

/** The money of a receipt that came after the release: the time again, credit, or a sum to give back. */
export function decideLate(state: State, booking: Booking, decision: LateDecision, now: number): Expected {
  if (booking.status !== 'cancelled' || booking.payBy === null || !booking.hasReceipt) return CONFLICT;
  if (decision === 'restore') {
    if (startOf(booking) <= now) return CONFLICT;
    return markPaid(state, booking, 'bank_transfer', lateDueOf(state, booking));
  }
  if (decision === 'credit' && !booking.isMembers) return INVALID;
  setPayBy(booking, null, now);
  const amount = lateDueOf(state, booking);
  if (amount === 0) return OK;
  addEntry(state, booking, { kind: 'payment', method: 'bank_transfer', amount });
  if (decision === 'credit') {
    addEntry(state, booking, { kind: 'refund', method: 'credit', amount: -amount });
    tell(state, 'refunded', booking);
  } else tell(state, 'late money to give back', booking);
  return OK;
}

/** The same for a share that is owed no more; the place itself is gone. */
export function decideLateShare(
  state: State,
  booking: Booking,
  player: Player,
  decision: LateDecision,
): Expected {
  if (!player.hasReceipt || balanceOf(state, booking, player) > 0 || decision === 'restore') return CONFLICT;
  const amount = lateShareOf(state, booking, player);
  if (decision === 'credit' && !player.isMembers && amount > 0) return INVALID;
  player.hasReceipt = false;
  if (amount === 0) return OK;
  addEntry(state, booking, { kind: 'payment', method: 'bank_transfer', amount }, player);
  if (decision === 'credit') {
    addEntry(state, booking, { kind: 'refund', method: 'credit', amount: -amount }, player);
    tellPlayer(state, 'refunded', booking, player);
  } else tellPlayer(state, 'refund_due', booking, player);
  return OK;
}
