import type { BookingItems } from '../bookings/booking-items.ts';
import { type EventDiscount, eventDiscount } from '../domain/plan-price.ts';
import type { EventRow, SessionRow } from './store.ts';

/** What a member's plan takes off their own place in an event that begins with `first`. */
export function placeDiscount(
  items: BookingItems,
  { price }: Pick<EventRow, 'price'>,
  first: Pick<SessionRow, 'date'>,
  userId: number | null,
): EventDiscount | null {
  return eventDiscount(items.heldBy(userId), price, first.date);
}
