import type { CancelledBy } from './refund.ts';
import type { PaymentRule } from './series.ts';

/** The data of one email to a customer about several dates of a series. */
export interface SeriesMessage {
  series_id: number;
  change: 'booked' | 'moved' | 'cancelled' | 'paused';
  /** `Every Tuesday, 8 PM – 9:30 PM` */
  label: string;
  payment_rule: PaymentRule;
  dates: SeriesMessageDate[];
  /** The club refunded the payments as the member's credit. */
  refund_to?: 'credit';
  /** On whose side the reason of a cancellation is. */
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
