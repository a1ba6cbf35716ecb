import { useEffect, useState } from 'react';
import { reloadBooking } from '../../lib/reload.ts';

/** Seconds between requests, and how many before the page says that the payment is taking long. */
const POLL_INTERVAL_S = 3;
const MAX_POLLS = 20;

export const SLOW_PAYMENT_TEXT =
  'Your payment is taking longer than usual. You can close this page; we’ll let you know.';

/**
 * Keeps fetching a booking while its card payment is in progress, because the provider's callback may arrive after
 * the customer. Returns true once it has waited for long.
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

/** Keeps fetching a pending booking while its page is visible, in case the club approves or releases it. */
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
