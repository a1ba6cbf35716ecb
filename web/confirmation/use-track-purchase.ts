import { useEffect } from 'react';
import type { Booking } from '../../src/domain/booking.ts';
import { awaitsCardPayment } from '../../src/domain/payment-instructions.ts';
import { serverNow } from '../lib/server-time.ts';
import { trackEvent } from '../shared/meta-pixel.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Sends the purchase to the pixel once per booking. A booking older than a day is not sent, so that another device
 * doesn't count it again. A card booking is a purchase once it is paid.
 */
export function useTrackPurchase(booking: Booking | undefined): void {
  useEffect(() => {
    if (!booking || booking.status === 'cancelled' || awaitsCardPayment(booking)) return;
    if (serverNow() - Date.parse(booking.created_at) > DAY_MS || !markOnce(`purchase-${booking.id}`)) return;
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

/** Events that this page has sent; it fetches its booking repeatedly while a payment is open. */
const trackedKeys = new Set<string>();

/** True only on the first call for `key`; without storage, on the first call of each visit. */
function markOnce(key: string): boolean {
  if (trackedKeys.has(key)) return false;
  trackedKeys.add(key);
  try {
    if (localStorage.getItem(key)) return false;
    localStorage.setItem(key, '1');
  } catch {
    // The browser has storage turned off.
  }
  return true;
}
