import { inPlayingOrder, pricingTierOf, SLOT_MINUTES } from './slot.ts';

/** Discount in PKR per hour for a booking that starts in a morning or off-peak slot. */
export const DISCOUNT_PER_HOUR = 1000;

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
 * The price of slots at `hourlyRate` PKR: rate × hours, less PKR 1,000 × hours when the first slot is a morning
 * or off-peak slot, never below 0. The server and the browser both use this function, so they agree.
 */
export function priceOf(slotIndexes: Iterable<number>, hourlyRate: number): Price {
  const orderedIndexes = inPlayingOrder(slotIndexes);
  const first = orderedIndexes[0];
  const hours = (orderedIndexes.length * SLOT_MINUTES) / 60;
  const subtotal = Math.round(hourlyRate * hours);
  const discounted = first !== undefined && pricingTierOf(first) !== 'peak';
  const discount = discounted ? Math.min(DISCOUNT_PER_HOUR * hours, subtotal) : 0;
  const lines: PriceLine[] = [{ label: 'Court', amount: subtotal }];
  if (discount > 0) lines.push({ label: 'Discount (Start time)', amount: -discount });
  return { hours, hourly_rate: hourlyRate, subtotal, discount, total: subtotal - discount, lines };
}
