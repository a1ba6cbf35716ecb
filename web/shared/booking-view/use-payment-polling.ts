import { useEffect, useState } from 'react';
import { reloadBooking } from '../../lib/reload.ts';

/** Seconds between two requests, and their number before the page says that the payment takes long. */
const POLL_INTERVAL_S = 3;
const MAX_POLLS = 20;

export const SLOW_PAYMENT_TEXT =
  'Your payment is taking longer than usual. You can close this page; we’ll email you.';

/**
 * Fetches the booking again while its card payment is under way, because the provider's callback may arrive after
 * the customer. Returns true when it has waited for long.
 */
export function usePaymentPolling(isWaiting: boolean): boolean {
  const [pollCount, setPollCount] = useState(0);
  const hasGivenUp = pollCount >= MAX_POLLS;
  useEffect(() => {
    if (!isWaiting || hasGivenUp) return;
    const timer = setInterval(() => {
      setPollCount((count) => count + 1);
      void reloadBooking();
    }, POLL_INTERVAL_S * 1000);
    return () => clearInterval(timer);
  }, [isWaiting, hasGivenUp]);
  return isWaiting && hasGivenUp;
}

const FOLLOW_INTERVAL_MS = 15_000;

/** Fetches a pending booking again while its page is looked at: the club approves it, or releases it. */
export function useFollowBooking(isPending: boolean): void {
  useEffect(() => {
    if (!isPending) return;
    const update = () => {
      if (!document.hidden) void reloadBooking();
    };
    const timer = setInterval(update, FOLLOW_INTERVAL_MS);
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [isPending]);
}
