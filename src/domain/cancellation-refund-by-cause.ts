import { refundOf } from './refund.ts';

/** Who cancels, and so what the club keeps. `mistake` is a booking that should never have been made. */
export const CANCELLED_BY = ['customer', 'club', 'medical', 'mistake'] as const;
export type CancelledBy = (typeof CANCELLED_BY)[number];

export interface CancellationOutcome {
  /** How much of the price goes back. */
  percent: 100 | 50 | 0;
  /** PKR the club keeps of the price; a booking that nobody paid for keeps nothing. */
  keep: number;
  /** PKR to give back of what came. */
  giveBack: number;
}

/**
 * What cancelling a booking keeps and gives back: the customer by the published policy, the club and a
 * mistake everything, a documented emergency half. Nothing is claimed from a customer who has not paid.
 */
export function cancellationOutcome(
  booking: { received: number; date: string; start_time: string; computed_amount: number },
  cancelledBy: CancelledBy,
  now: number,
): CancellationOutcome {
  const byPolicy = refundOf(booking, now).percent;
  const percent =
    cancelledBy === 'customer' ? byPolicy : cancelledBy === 'medical' ? (byPolicy === 100 ? 100 : 50) : 100;
  const price = booking.computed_amount;
  const keep = Math.min(price - Math.round((price * percent) / 100), Math.max(0, booking.received));
  return { percent, keep, giveBack: booking.received - keep };
}
