import type { PaymentMethod } from '../../src/domain/booking.ts';
import { clubTimestamp } from '../../src/domain/business-day.ts';
import { payByOf } from '../../src/domain/payment-deadline.ts';
import { startInstantOf } from '../../src/domain/slot.ts';
import { useCurrentMinute } from '../lib/use-current-minute.ts';
import { useDraft } from '../shared/booking-draft.ts';
import { usePageData } from '../shared/page-data.tsx';

const MINUTE_MS = 60_000;

/**
 * The deadline the draft would get if booked now by `method`, as the server computes it; null for a method without
 * one, and for cards, which are paid at once.
 */
export function usePayBy(): (method: PaymentMethod) => string | null {
  const { club } = usePageData();
  const { date, slotIndexes } = useDraft();
  const now = useCurrentMinute();
  const [first] = slotIndexes;
  return (method) => {
    if (!now || first === undefined || method === 'card') return null;
    // The server books within this minute and rounds the deadline up to a full one.
    const booked = now + MINUTE_MS - 1;
    const payBy = payByOf(method, club.booking_rules, booked, startInstantOf(date, first));
    return payBy === null ? null : clubTimestamp(payBy);
  };
}
