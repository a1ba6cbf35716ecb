import { PAGE_MINUTES, payByOf } from './deadlines.ts';
import { type Booking, type Checkout, MINUTE, type Payer, type State } from './state.ts';

/** A payer's payment page. */
export const openPageOf = (booking: Booking, { id }: Payer): Checkout | undefined =>
  booking.checkouts.findLast((page) => page.state === 'open' && page.payer === id);

export function startPage(
  { rules }: State,
  booking: Booking,
  payer: Payer,
  amount: number,
  now: number,
): void {
  if (booking.payBy !== null && booking.checkouts.length === 0) {
    const held = payByOf(rules, 'card', booking, now) ?? 0;
    booking.payBy = Math.max(booking.payBy, held);
  }
  const open = openPageOf(booking, payer);
  if (open?.amount === amount && open.at > now - PAGE_MINUTES * MINUTE) return;
  endPages(booking, payer);
  booking.checkouts.push({ payer: payer.id, tracker: '', amount, at: now, state: 'open' });
}

/** Money for an ended page still counts. */
export function endPages(booking: Booking, { id }: Payer): void {
  for (const page of booking.checkouts)
    if (page.state === 'open' && page.payer === id) page.state = 'released';
}
