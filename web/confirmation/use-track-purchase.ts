import { useEffect } from 'react';
import type { PublicBooking } from '../../src/domain/booking.ts';
import { awaitsCardPayment } from '../../src/domain/payment.ts';
import { trackEvent } from '../shared/pixel.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Tells the pixel of the purchase, once for each booking: a reload or a visit next week must not count it
 * again, and neither must another device, which is why an old booking is not told at all. A booking by card
 * is a purchase once it is paid.
 */
export function useTrackPurchase(booking: PublicBooking | undefined): void {
  useEffect(() => {
    if (!booking || booking.status === 'cancelled' || awaitsCardPayment(booking)) return;
    if (Date.now() - Date.parse(booking.created_at) > DAY_MS || !markOnce(`purchase-${booking.id}`)) return;
    const properties = {
      value: booking.computed_amount,
      currency: 'PKR',
      content_ids: [`court-${booking.court_id}`],
      content_type: 'product',
      num_items: booking.slots.length,
    };
    trackEvent('Purchase', properties, `booking-${booking.id}`);
    trackEvent(
      'BookingCompleted',
      { ...properties, payment_method: booking.payment_method },
      `booking-${booking.id}`,
    );
  }, [booking]);
}

/** What this page has told already: it asks for its booking again and again while it waits. */
const trackedKeys = new Set<string>();

/** True the first time only; where the browser keeps nothing, the first time of every visit. */
function markOnce(key: string): boolean {
  if (trackedKeys.has(key)) return false;
  trackedKeys.add(key);
  try {
    if (localStorage.getItem(key)) return false;
    localStorage.setItem(key, '1');
  } catch {
    // Storage is switched off.
  }
  return true;
}
