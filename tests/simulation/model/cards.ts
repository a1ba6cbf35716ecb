import { checkPayable, checkRestore } from './bookings.ts';
import { CARD_MINUTES, end, PAGE_MINUTES, payByOf } from './deadlines.ts';
import { tell } from './messages.ts';
import { addEntry, balanceOf, settle } from './money.ts';
import { startOf } from './slots.ts';
import { type Booking, type Checkout, type Expected, MINUTE, OK, type State } from './state.ts';

/** Opens a payment page for the balance; two calls for one balance get one page, and the first holds the slots. */
export function openPage(state: State, booking: Booking, amount: number, now: number): Expected {
  const refusal = checkPayable(state, booking, amount);
  if (refusal) return refusal;
  if (booking.payBy !== null && booking.checkouts.length === 0) {
    const held = payByOf('card', booking, now) ?? now + CARD_MINUTES * MINUTE;
    booking.payBy = Math.max(booking.payBy, held);
  }
  const open = booking.checkouts.findLast((checkout) => checkout.state === 'open');
  if (open?.amount === amount && open.at > now - PAGE_MINUTES * MINUTE) return OK;
  for (const checkout of booking.checkouts) if (checkout.state === 'open') checkout.state = 'released';
  booking.checkouts.push({ tracker: '', amount, at: now, state: 'open' });
  return OK;
}

/** The provider could not open the page: a booking that waits for its card ends, another one goes on. */
export function failPage(state: State, booking: Booking): Expected {
  const isWaiting = booking.method === 'card' && booking.status === 'pending' && booking.payBy !== null;
  if (isWaiting) {
    booking.status = 'cancelled';
    booking.charge = 0;
    booking.payBy = null;
    end(state, booking, true);
  }
  for (const checkout of booking.checkouts) if (checkout.state === 'open') checkout.state = 'released';
  return { status: 503 };
}

/** The whole sum of a page came: once, in time or late. Late money brings a released booking back while it is free. */
export function receiveMoney(state: State, booking: Booking, checkout: Checkout, now: number): Expected {
  if (checkout.state === 'paid') return OK;
  const { amount } = checkout;
  const wasReleased = checkout.state === 'released';
  checkout.state = 'paid';
  const mayReturn = booking.status === 'cancelled' && booking.endedBySystem && wasReleased;
  if (mayReturn && amount >= booking.price && startOf(booking) > now && !checkRestore(state, booking)) {
    booking.status = 'paid';
    booking.charge = booking.price;
    booking.payBy = null;
    tell(state, 'paid', booking);
  }
  addEntry(state, booking, { kind: 'payment', method: 'card', amount, credit: 0 });
  settle(state, booking);
  const balance = balanceOf(state, booking);
  if (booking.status === 'cancelled' || balance <= -amount) tell(state, 'card money without use', booking);
  else if (balance !== 0) tell(state, 'card money that differs', booking);
  return OK;
}
