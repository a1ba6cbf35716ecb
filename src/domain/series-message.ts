import type { PaymentRule } from './series.ts';

/** What one letter tells a customer about several dates of a series. */
export interface SeriesMessage {
  series_id: number;
  change: 'booked' | 'moved' | 'cancelled' | 'paused';
  /** `Every Tuesday, 8:00 PM – 9:30 PM` */
  label: string;
  payment_rule: PaymentRule;
  dates: SeriesMessageDate[];
  /** The refund became the member's credit with the cancellation. */
  refund_to?: 'credit';
}

/** One date of the letter; money in PKR. */
export interface SeriesMessageDate {
  booking_id: number;
  /** Of a date that moved: the place before. */
  from?: { court_name: string; date: string; slots: string[] };
  /** Of a date that was cancelled: what came for it and what the club keeps. */
  paid?: number;
  kept?: number;
}
