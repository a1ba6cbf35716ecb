import { slotIndexOf, startInstantOf } from './slot.ts';

/** What the return and refund policy gives back for a booking that its customer cancels. */
export interface Refund {
  percent: 100 | 50 | 0;
  /** PKR. */
  amount: number;
  /** Hours until the start, negative once it has begun. */
  hours_left: number;
}

/** The refund rule in one sentence, for every page and email that states it. */
export const CANCELLATION_POLICY =
  'Need to cancel? Full refund up to 24 hours before, 50 % up to 12 hours, none after that.';

const HOUR_MS = 60 * 60_000;

/**
 * 100 % a day or more before the start, 50 % from 12 hours on, nothing later. The club itself cancelling,
 * a system error or a medical emergency are exceptions that people decide, not this rule.
 */
export function refundOf(
  booking: { date: string; start_time: string; computed_amount: number },
  now: number,
): Refund {
  const slotIndex = slotIndexOf(booking.start_time) ?? 0;
  const hoursLeft = (startInstantOf(booking.date, slotIndex) - now) / HOUR_MS;
  const percent = hoursLeft >= 24 ? 100 : hoursLeft >= 12 ? 50 : 0;
  return { percent, amount: Math.round((booking.computed_amount * percent) / 100), hours_left: hoursLeft };
}
