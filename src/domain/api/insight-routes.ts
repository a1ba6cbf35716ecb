import * as v from 'valibot';
import { LINE_KINDS } from '../booking-price-lines.ts';
import { WEEKDAYS } from '../business-day.ts';
import { count, date, money } from './base-schemas.ts';
import { data, type RouteContract } from './route-contract.ts';

/** Only `filtered_revenue` uses the date filter. */
const statsSchema = v.strictObject({
  total_bookings: count,
  /** Bookings played on today's business day, without cancelled ones. */
  bookings_today: count,
  total_revenue: money,
  filtered_revenue: money,
  total_members: count,
  pending_bookings: count,
  paid_bookings: count,
  cancelled_bookings: count,
});
export type AdminStats = v.InferOutput<typeof statsSchema>;

/** What a range of business days came to. */
const totalsSchema = v.strictObject({
  from: date,
  to: date,
  /** PKR received less refunds, by day of play. */
  revenue: money,
  /** Bookings of each status. */
  paid: count,
  pending: count,
  cancelled: count,
  no_shows: count,
  /** Customers with a booking that stands, told apart by phone or email, and those of them with several. */
  customers: count,
  repeat_customers: count,
  new_members: count,
  /** Slots of all courts that were booked or had an event, and that were open for booking. */
  booked: count,
  open: count,
});
export type InsightTotals = v.InferOutput<typeof totalsSchema>;

const insightsSchema = v.strictObject({
  totals: totalsSchema,
  /** Of as many days right before. */
  before: totalsSchema,
  /** Whether one entry of `revenue` is a day or a month. */
  step: v.picklist(['day', 'month']),
  /** By day or month of play; `kept` is the part of it that came from cancelled bookings. */
  revenue: v.array(v.strictObject({ period: v.string(), amount: money, kept: money, bookings: count })),
  /** By weekday and clock hour, 0–23. `open` and `booked` count slots; closed slots are not open. */
  occupancy: v.array(
    v.strictObject({ weekday: v.picklist(WEEKDAYS), hour: count, booked: count, open: count }),
  ),
  /** Add-ons and discounts of bookings that stand, by name; absent without them. */
  sold: v.exactOptional(
    v.array(
      v.strictObject({ kind: v.picklist(LINE_KINDS), label: v.string(), quantity: count, amount: money }),
    ),
  ),
});
export type Insights = v.InferOutput<typeof insightsSchema>;

const range = ['startDate', 'endDate'] as const;

/** Figures for the owner. */
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
