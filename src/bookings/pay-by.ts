import type { Booking } from '../domain/booking.ts';
import { payByOf } from '../domain/payment-deadline.ts';
import { startOfPlay } from '../domain/play-time.ts';
import type { Settings } from '../settings/settings.ts';

/** Until when a booking that is asked for its money at `now` holds its slots. */
export function payByFromNow(settings: Settings, booking: Booking, now: number): number | null {
  const { payment_method, series_id } = booking;
  const rules = settings.facts().booking_rules;
  return payByOf(payment_method, rules, now, startOfPlay(booking), series_id !== null);
}
