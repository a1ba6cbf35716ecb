import * as v from 'valibot';
import { WEEKDAYS } from '../business-day.ts';
import { LINE_KINDS } from '../price-line-kinds.ts';
import { count, date, money } from './base-schemas.ts';
import { data, type RouteContract } from './route-contract.ts';

/** The date filter only affects `filtered_revenue` and `to_give_back`. */
const statsSchema = v.strictObject({
  total_bookings: count,
  /** Bookings to be played on today's business day, not counting cancelled ones. */
  bookings_today: count,
  total_revenue: money,
  filtered_revenue: money,
  /** PKR of `filtered_revenue` that is still to be refunded. */
  to_give_back: money,
  total_members: count,
  pending_bookings: count,
  paid_bookings: count,
  cancelled_bookings: count,
});
export type AdminStats = v.InferOutput<typeof statsSchema>;

/** Totals over a range of business days. */
const totalsSchema = v.strictObject({
  from: date,
  to: date,
  /** PKR received less refunds, by day of play. */
  revenue: money,
  /** PKR of it that is still to be refunded. */
  to_give_back: money,
  paid: count,
  pending: count,
  cancelled: count,
  no_shows: count,
  /** Customers with an active booking, told apart by phone or email, and those with several. */
  customers: count,
  repeat_customers: count,
  new_members: count,
  /** Slots of all courts: booked or with an event, and open for booking. */
  booked: count,
  open: count,
});
export type InsightTotals = v.InferOutput<typeof totalsSchema>;

const insightsSchema = v.strictObject({
  totals: totalsSchema,
  /** The same number of days right before. */
  before: totalsSchema,
  /** Whether an entry of `revenue` covers a day or a month. */
  step: v.picklist(['day', 'month']),
  /** By day or month of play; `kept` is the part that came from cancelled bookings. */
  revenue: v.array(v.strictObject({ period: v.string(), amount: money, kept: money, bookings: count })),
  /** By weekday and clock hour, 0–23. `open` and `booked` count slots; `open` excludes closed ones. */
  occupancy: v.array(
    v.strictObject({ weekday: v.picklist(WEEKDAYS), hour: count, booked: count, open: count }),
  ),
  /** Add-ons and discounts of active bookings, by name; absent if there are none. */
  sold: v.exactOptional(
    v.array(
      v.strictObject({ kind: v.picklist(LINE_KINDS), label: v.string(), quantity: count, amount: money }),
    ),
  ),
});
export type Insights = v.InferOutput<typeof insightsSchema>;

const range = ['startDate', 'endDate'] as const;

export const INSIGHT_ROUTES = {
  'GET /api/admin/stats': {
    summary: 'Count bookings, revenue and members',
    access: 'owner',
    query: range,
    answer: data(statsSchema),
  },
  'GET /api/admin/insights': {
    summary: 'Revenue and court use by day or month',
    access: 'owner',
    query: range,
    answer: data(insightsSchema),
  },
} as const satisfies Record<string, RouteContract>;
