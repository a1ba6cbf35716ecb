import type { DayPlan } from './day-plan.ts';
import { inPlayingOrder, SLOT_MINUTES } from './slot.ts';

export interface PriceLine {
  label: string;
  /** PKR; a discount is negative. */
  amount: number;
}

/** The price of a booking in PKR. `lines` add up to `total`. */
export interface Price {
  hours: number;
  hourly_rate: number;
  subtotal: number;
  discount: number;
  total: number;
  lines: PriceLine[];
}

/**
 * The price of slots at `hourlyRate` PKR: rate × hours, less the discount of the first slot × hours, never
 * below 0. The server and the browser both use this function, so they agree.
 */
export function priceOf(slotIndexes: Iterable<number>, hourlyRate: number, plan: DayPlan): Price {
  const orderedIndexes = inPlayingOrder(slotIndexes);
  const first = orderedIndexes[0];
  const hours = (orderedIndexes.length * SLOT_MINUTES) / 60;
  const discountPerHour = first === undefined ? 0 : (plan.bySlotIndex.get(first)?.discount ?? 0);
  return toPrice(hours, hourlyRate, Math.round(discountPerHour * hours));
}

/**
 * The price that a booking was sold at: the difference between its rate and its amount is its discount. Null
 * when it costs more than its rate.
 */
export function soldPriceOf(booking: {
  duration: number;
  hourly_rate: number;
  computed_amount: number;
}): Price | null {
  const hours = booking.duration / 60;
  const discount = Math.round(booking.hourly_rate * hours) - booking.computed_amount;
  return discount < 0 ? null : toPrice(hours, booking.hourly_rate, discount);
}

function toPrice(hours: number, hourlyRate: number, fullDiscount: number): Price {
  const subtotal = Math.round(hourlyRate * hours);
  const discount = Math.min(fullDiscount, subtotal);
  const lines: PriceLine[] = [{ label: 'Court', amount: subtotal }];
  if (discount > 0) lines.push({ label: 'Discount (Start time)', amount: -discount });
  return { hours, hourly_rate: hourlyRate, subtotal, discount, total: subtotal - discount, lines };
}

/** PKR an hour for a booking that starts in a band with this discount. */
export function discountedRate(hourlyRate: number, discount: number): number {
  return Math.max(0, hourlyRate - discount);
}
