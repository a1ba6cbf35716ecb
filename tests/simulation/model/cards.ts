import { checkRestore } from './bookings.ts';
import { endPages } from './checkouts.ts';
import { end } from './deadlines.ts';
import { giveBackHours, takeHours } from './hours.ts';
import { tell, tellPayer } from './messages.ts';
import { balanceOf, chargeOf, isShared, isUnpaidCard, priceOf, received } from './money.ts';
import { cancelParts, payerIn, restoreParts, tellPayers } from './payers.ts';
import { receive, setStatus } from './payments.ts';
import { startOf } from './slots.ts';
import { type Booking, type Checkout, type Expected, OK, type Payer, type State } from './state.ts';

/** The provider couldn't open its page: a booking that waits only for a card payment ends, any other carries on. */
export function failPage(state: State, booking: Booking, payer: Payer): Expected {
  const isAlone = !isShared(booking) && payer.method === 'card';
  if (isAlone && booking.status === 'pending' && booking.payBy !== null) {
    giveBackHours(booking, 100);
    cancelParts(booking, []);
    setStatus(state, booking, 'cancelled');
    end(state, booking, true);
  }
  endPages(booking, payer);
  return { status: 503 };
}

/**
 * A page's full amount came in: once, in time or late. Late money restores a released booking while its time is free.
 */
export function receiveMoney(state: State, booking: Booking, checkout: Checkout, now: number): Expected {
  const payer = payerIn(booking, checkout.payer);
  if (checkout.state === 'paid' || !payer) return OK;
  const { amount } = checkout;
  const isCustomer = payer.position === 1;
  const wasReleased = checkout.state === 'released';
  checkout.state = 'paid';
  const mayReturn = booking.status === 'cancelled' && booking.endedBySystem && wasReleased && isCustomer;
  if (mayReturn && amount >= priceOf(booking) && startOf(booking) > now && !checkRestore(state, booking)) {
    restoreParts(booking);
    takeHours(booking);
    setStatus(state, booking, 'paid');
    tellPayers(state, booking);
  }
  receive(state, booking, payer, amount, 'card');
  const balance = isCustomer ? chargeOf(booking) - received(state, booking) : balanceOf(state, payer);
  const isUnused = booking.status === 'cancelled' || balance <= -amount;
  const differs = !isUnused && balance !== 0 && (!isCustomer || !isShared(booking));
  const isSilent = isUnpaidCard(state, booking);
  if (!isCustomer) {
    if (isUnused) tellPayer(state, 'payment.unmatched', booking, payer);
    if (isUnused || differs)
      state.maybeTold.push({ kind: isUnused ? 'club.unmatched' : 'club.amount_mismatch', about: booking.id });
  } else if (isUnused) tell(state, 'card money without use', booking, isSilent);
  else if (differs) tell(state, 'card money that differs', booking, isSilent);
  return OK;
}
