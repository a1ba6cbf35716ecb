import { PAGE_MINUTES, payByOf } from './deadlines.ts';
import { type Booking, type Checkout, MINUTE, type State } from './state.ts';

/** The payment page of a booking, or of the share of a player. */
export const openPageOf = (booking: Booking, player: number | null): Checkout | undefined =>
  booking.checkouts.findLast((page) => page.state === 'open' && page.player === player);

export function startPage(
  { rules }: State,
  booking: Booking,
  player: number | null,
  amount: number,
  now: number,
): void {
  if (booking.payBy !== null && booking.checkouts.length === 0) {
    const held = payByOf(rules, 'card', booking, now) ?? 0;
    booking.payBy = Math.max(booking.payBy, held);
  }
  const open = openPageOf(booking, player);
  if (open?.amount === amount && open.at > now - PAGE_MINUTES * MINUTE) return;
  endPages(booking, player);
  booking.checkouts.push({ player, tracker: '', amount, at: now, state: 'open' });
}

/** Money that comes for an ended page still counts. */
export function endPages(booking: Booking, player: number | null): void {
  for (const page of booking.checkouts)
    if (page.state === 'open' && page.player === player) page.state = 'released';
}
