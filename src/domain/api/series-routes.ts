import * as v from 'valibot';
import { WEEKDAYS } from '../business-day.ts';
import { ALL_PAYMENT_METHODS } from '../money-labels.ts';
import { PAYMENT_RULES } from '../series.ts';
import {
  seriesCancelSchema,
  seriesChangePreviewSchema,
  seriesChangeSchema,
  seriesDeclineSchema,
  seriesPaymentSchema,
  seriesPreviewSchema,
  seriesRequestSchema,
  seriesSchema,
} from '../series-input.ts';
import { count, date, id, instant, money, nullableText, startTime, version } from './base-schemas.ts';
import { bookingSchema } from './booking-answers.ts';
import { data, type RouteContract } from './route-contract.ts';

const placeSchema = v.strictObject({
  court_id: id,
  date,
  start_time: startTime,
  court_name: v.string(),
  amount: money,
});
export type PricedPlace = v.InferOutput<typeof placeSchema>;

const conflictSchema = v.strictObject({
  kind: v.picklist(['booking', 'closure', 'event', 'held', 'series', 'add_on', 'closed', 'hours', 'past']),
  /** `Booking #12, Ayesha Khan` */
  text: v.string(),
  booking_id: v.exactOptional(id),
});
export type SeriesConflict = v.InferOutput<typeof conflictSchema>;

/** A planned date with the admin's decision about it. */
const seriesDateSchema = v.strictObject({
  /** The planned business day. */
  date,
  /** The booking that a change moves; null for a new date. */
  booking_id: v.nullable(id),
  /** Conflicts at the planned place. */
  conflicts: v.array(conflictSchema),
  /** The nearest free times on the same day, on any court; empty without a conflict. */
  choices: v.array(placeSchema),
  /** Where it will be played; null when the date is skipped. */
  place: v.nullable(placeSchema),
  /** Conflicts at `place`; the series can be saved once this is empty for all dates. */
  place_conflicts: v.array(conflictSchema),
});
export type SeriesDate = v.InferOutput<typeof seriesDateSchema>;

const seriesPreviewAnswerSchema = v.strictObject({
  dates: v.array(seriesDateSchema),
  /** The total for all places or, for a change, what the bookings cost afterwards. */
  total: money,
  /** The customer's name. */
  customer: v.string(),
  /** The member's credit; null for a guest. */
  credit: v.nullable(money),
});
export type SeriesPreview = v.InferOutput<typeof seriesPreviewAnswerSchema>;

export const seriesAnswerSchema = v.strictObject({
  id,
  court_id: id,
  court_name: v.string(),
  weekday: v.picklist(WEEKDAYS),
  start_time: startTime,
  half_hours: count,
  every_weeks: count,
  payment_rule: v.picklist(PAYMENT_RULES),
  payment_method: v.picklist(ALL_PAYMENT_METHODS),
  created_at: instant,
  version,
  /** The customer of its newest booking. */
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  user_id: v.nullable(id),
  /** Its next and last date, ignoring cancelled ones; null once all are over. */
  next_date: v.nullable(date),
  last_date: v.nullable(date),
  /** How many dates are still to come. */
  coming: count,
  /** To collect for the coming dates. */
  owed: money,
  ends_soon: v.boolean(),
});
export type Series = v.InferOutput<typeof seriesAnswerSchema>;

const seriesDetailSchema = v.strictObject({
  series: seriesAnswerSchema,
  /** In date order, including cancelled ones. */
  bookings: v.array(bookingSchema),
});
export type SeriesDetail = v.InferOutput<typeof seriesDetailSchema>;

export const seriesRequestAnswerSchema = v.strictObject({
  id,
  user_id: id,
  name: v.string(),
  email: v.string(),
  phone: nullableText,
  court_id: id,
  court_name: v.string(),
  start_time: startTime,
  half_hours: count,
  every_weeks: count,
  from: date,
  dates: count,
  note: v.string(),
  created_at: instant,
});
export type SeriesRequest = v.InferOutput<typeof seriesRequestAnswerSchema>;

export const SERIES_ROUTES = {
  'GET /api/admin/series': {
    summary: 'List series, the next to play first',
    access: 'staff',
    answer: data(v.strictObject({ series: v.array(seriesAnswerSchema) })),
  },
  'GET /api/admin/series/:id': {
    summary: 'Read a series with its bookings',
    access: 'staff',
    answer: data(seriesDetailSchema),
  },
  'POST /api/admin/series/preview': {
    summary: 'Price every date of a series and list conflicts',
    access: 'staff',
    body: seriesPreviewSchema,
    answer: data(seriesPreviewAnswerSchema),
  },
  'POST /api/admin/series': {
    summary: 'Book all dates of a series, or none',
    access: 'staff',
    body: seriesSchema,
    answer: data(seriesDetailSchema),
    status: 201,
  },
  'POST /api/admin/series/:id/change/preview': {
    summary: 'Price the upcoming dates of a series at another time and list conflicts',
    access: 'staff',
    body: seriesChangePreviewSchema,
    answer: data(seriesPreviewAnswerSchema),
  },
  'POST /api/admin/series/:id/change': {
    summary: 'Move the upcoming dates of a series to another weekday, time, length or court, or none',
    access: 'staff',
    body: seriesChangeSchema,
    answer: data(seriesDetailSchema),
  },
  'POST /api/admin/series/:id/cancel': {
    summary: 'Cancel one date of a series, those of a span, or all that are to come',
    access: 'staff',
    body: seriesCancelSchema,
    answer: data(seriesDetailSchema),
  },
  'POST /api/admin/series/:id/payments': {
    summary: 'Record several dates of a series as paid',
    access: 'staff',
    body: seriesPaymentSchema,
    answer: data(seriesDetailSchema),
  },
  'POST /api/admin/series/:id/let-end': {
    summary: 'Take a series that ends soon out of To do',
    access: 'staff',
    answer: data(v.strictObject({ id })),
  },
  'POST /api/admin/series-requests/:id/decline': {
    summary: 'Decline what a member asked for; an email says why',
    access: 'staff',
    body: seriesDeclineSchema,
    answer: data(v.strictObject({ id })),
  },
  'GET /api/series-requests': {
    summary: 'The series that the member has asked for and that wait for an answer',
    access: 'member',
    answer: v.strictObject({ requests: v.array(seriesRequestAnswerSchema) }),
  },
  'POST /api/series-requests': {
    summary: 'Ask the reception for a series',
    access: 'member',
    body: seriesRequestSchema,
    answer: v.strictObject({ request: seriesRequestAnswerSchema }),
    status: 201,
  },
  'DELETE /api/series-requests/:id': {
    summary: 'Take a request for a series back',
    access: 'member',
    answer: v.strictObject({ id }),
  },
} as const satisfies Record<string, RouteContract>;
