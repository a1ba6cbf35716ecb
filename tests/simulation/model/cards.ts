import { checkPayable, checkRestore } from './bookings.ts';
import { endPages, startPage } from './checkouts.ts';
import { end } from './deadlines.ts';
import { tell, tellPlayer } from './messages.ts';
import { balanceOf, isUnpaidCard } from './money.ts';
import { receive } from './payments.ts';
import { playerIn, restoreShares } from './shares.ts';
import { startOf } from './slots.ts';
import { type Booking, type Checkout, type Expected, OK, type State } from './state.ts';

/** Opens a payment page for the balance; two calls for one balance get one page, and the first holds the slots. */
export function openPage(state: State, booking: Booking, amount: number, now: number): Expected {
  const refusal = checkPayable(state, booking, amount);
  if (refusal) return refusal;
  startPage(state, booking, null, amount, now);
  return OK;
}

/** The provider could not open the page: a booking that waits for its card alone ends, another one goes on. */
export function failPage(state: State, booking: Booking, player: number | null = null): Expected {
  const isAlone = booking.method === 'card' && booking.activity === null;
  if (isAlone && booking.status === 'pending' && booking.payBy !== null) {
    booking.status = 'cancelled';
    booking.charge = 0;
    booking.payBy = null;
    end(state, booking, true);
  }
  endPages(booking, player);
  return { status: 503 };
}

/** The whole sum of a page came: once, in time or late. Late money brings a released booking back while it is free. */
export function receiveMoney(state: State, booking: Booking, checkout: Checkout, now: number): Expected {
  if (checkout.state === 'paid') return OK;
  const { amount } = checkout;
  const wasReleased = checkout.state === 'released';
  const player = playerIn(booking, checkout.player);
  checkout.state = 'paid';
  const mayReturn = booking.status === 'cancelled' && booking.endedBySystem && wasReleased && !player;
  if (mayReturn && amount >= booking.price && startOf(booking) > now && !checkRestore(state, booking)) {
    booking.status = 'paid';
    booking.charge = booking.price;
    booking.payBy = null;
    restoreShares(booking);
    tell(state, 'paid', booking);
  }
  receive(state, booking, player, amount, 'card');
  const balance = balanceOf(state, booking, player);
  const isUnused = booking.status === 'cancelled' || balance <= -amount;
  const differs = !isUnused && balance !== 0 && (player !== null || !booking.activity);
  const isSilent = isUnpaidCard(state, booking);
  if (player) {
    if (isUnused) tellPlayer(state, 'changed', booking, player);
    if (isUnused || differs)
      state.maybeTold.push({ kind: isUnused ? 'club.unmatched' : 'club.amount_mismatch', about: booking.id });
  } else if (isUnused) tell(state, 'card money without use', booking, isSilent);
  else if (differs) tell(state, 'card money that differs', booking, isSilent);
  return OK;
}
