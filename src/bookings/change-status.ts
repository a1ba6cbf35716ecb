import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { StatusChange } from '../domain/admin-inputs.ts';
import type { Booking } from '../domain/booking.ts';
import { invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import { type MoneyMethod, proposedMethod } from '../domain/ledger.ts';
import type { BookingServices } from './services.ts';
import { cancellationOf, refundShareAsCredit, takeOverShares } from './shares.ts';
import { limitWriteOff } from './staff-rules.ts';

/** Changes a status together with its money: marking paid, cancelling or restoring is one decision. */
export function changeStatusWithMoney(
  tx: Transaction,
  deps: Pick<BookingServices, 'bookings' | 'ledger' | 'grants'>,
  id: number,
  input: StatusChange,
  actor: Actor,
): Booking {
  const { bookings } = deps;
  const booking = bookings.require(id, input.version);
  if (input.status === 'cancelled') return cancel(tx, deps, booking, input, actor);
  const changed = bookings.changeStatus(tx, id, input.status, actor);
  // A restored booking keeps what is missing to be collected, unless the admin says how it was paid.
  const method =
    input.method ?? (booking.status === 'pending' ? proposedMethod(booking.payment_method) : null);
  return method ? payBalance(tx, deps, changed, method, actor) : changed;
}

/** Records `amount` PKR, all that a booking still costs, as paid by `method`; open shares become the host's. */
export function payBalance(
  tx: Transaction,
  { bookings, ledger }: Pick<BookingServices, 'bookings' | 'ledger'>,
  booking: Booking,
  method: MoneyMethod,
  actor: Actor,
  amount = bookings.players.dueOf(booking),
): Booking {
  const { id, user_id } = booking;
  if (amount > 0) {
    ledger.add(tx, actor, { booking_id: id, user_id, kind: 'payment', method, amount });
    takeOverShares(tx, bookings, id, amount);
  }
  return bookings.require(id);
}

/** Keeps what the policy or the admin decides; the rest is refunded later, or becomes the member's credit now. */
function cancel(
  tx: Transaction,
  deps: Pick<BookingServices, 'bookings' | 'ledger' | 'grants'>,
  booking: Booking,
  input: StatusChange,
  actor: Actor,
): Booking {
  const { bookings, ledger } = deps;
  const { id, user_id, received } = booking;
  const cancelledBy = input.cancelled_by ?? 'customer';
  const { keep, kept } = cancellationOf(bookings, booking, cancelledBy, tx.now, input.keep);
  if (keep > Math.max(0, received)) {
    throw invalidField('keep', `The club cannot keep more than the ${formatPkr(received)} it received.`);
  }
  const [host = { keep }] = kept;
  const hostReceived = kept[0]?.player.received ?? received;
  const toCredit = input.refund_to === 'credit' && hostReceived > host.keep;
  const cancelled = bookings.changeStatus(tx, id, 'cancelled', actor, {
    charge: keep,
    cancelled_by: cancelledBy,
    kept,
    ...(toCredit ? { refund_to: 'credit' } : {}),
  });
  limitWriteOff(tx, deps, booking, cancelled, actor);
  if (toCredit) {
    ledger.add(tx, actor, {
      booking_id: id,
      user_id,
      kind: 'refund',
      method: 'credit',
      amount: host.keep - hostReceived,
    });
  }
  // A host who cancels chooses credit for the own money only.
  const isChosen = actor.kind === 'admin' && input.refund_to === 'credit';
  for (const { player } of kept.slice(1)) refundShareAsCredit(tx, deps, id, player.id, isChosen, actor);
  return bookings.require(id);
}
