import type { BookingItems } from '../bookings/booking-items.ts';
import { eventPrice } from '../domain/plan-price.ts';
import type { EventRow, SessionRow } from './store.ts';

/** PKR of a member's own place in an event that begins with `first`, less what their plan takes off. */
export function placePrice(
  items: BookingItems,
  { price }: Pick<EventRow, 'price'>,
  first: Pick<SessionRow, 'date'>,
  userId: number | null,
): number {
  return eventPrice(items.heldBy(userId), price, first.date);
}
