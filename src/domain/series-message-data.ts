import type { CancelledBy } from './refund.ts';
import type { PaymentRule } from './series.ts';

/** An email to a customer about several dates of a series. */
export interface SeriesMessage {
  series_id: number;
  change: 'booked' | 'moved' | 'cancelled' | 'paused';
  /** `Every Tuesday, 8 PM – 9:30 PM` */
  label: string;
  payment_rule: PaymentRule;
  dates: SeriesMessageDate[];
  /** The club refunded the payments as credit. */
  refund_to?: 'credit';
  /** Whose reason the cancellation has. */
  cancelled_by?: CancelledBy;
}

/** One date in the email; money in PKR. */
export interface SeriesMessageDate {
  booking_id: number;
  /** The court and time before the move. */
  from?: { court_name: string; date: string; slots: string[] };
  /** What the customer had paid for a cancelled date, and what the club keeps. */
  paid?: number;
  kept?: number;
}
