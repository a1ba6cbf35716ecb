import * as v from 'valibot';
import { WEEKDAYS } from '../business-day.ts';
import {
  PAYMENT_RULES,
  type PricedPlace,
  type Series,
  type SeriesConflict,
  type SeriesDate,
  type SeriesDetail,
  type SeriesPreview,
  type SeriesRequest,
} from '../series.ts';
import {
  count,
  date,
  id,
  instant,
  money,
  nullableText,
  type SchemaOf,
  startTime,
  version,
} from './base-schemas.ts';
import { bookingSchema } from './booking-answer-schemas.ts';

const placeSchema: SchemaOf<PricedPlace> = v.strictObject({
  court_id: id,
  date,
  start_time: startTime,
  court_name: v.string(),
  amount: money,
});

const conflictSchema: SchemaOf<SeriesConflict> = v.strictObject({
  kind: v.picklist(['booking', 'closure', 'held', 'series', 'closed', 'hours', 'past']),
  text: v.string(),
  booking_id: v.exactOptional(id),
});

const seriesDateSchema: SchemaOf<SeriesDate> = v.strictObject({
  date,
  booking_id: v.nullable(id),
  conflicts: v.array(conflictSchema),
  choices: v.array(placeSchema),
  place: v.nullable(placeSchema),
  place_conflicts: v.array(conflictSchema),
});

export const seriesPreviewAnswerSchema: SchemaOf<SeriesPreview> = v.strictObject({
  dates: v.array(seriesDateSchema),
  total: money,
  customer: v.string(),
  credit: v.nullable(money),
});

export const seriesAnswerSchema: SchemaOf<Series> = v.strictObject({
  id,
  court_id: id,
  court_name: v.string(),
  weekday: v.picklist(WEEKDAYS),
  start_time: startTime,
  half_hours: count,
  every_weeks: count,
  payment_rule: v.picklist(PAYMENT_RULES),
  payment_method: v.string(),
  created_at: instant,
  version,
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  user_id: v.nullable(id),
  next_date: v.nullable(date),
  last_date: v.nullable(date),
  coming: count,
  owed: money,
  ends_soon: v.boolean(),
});

export const seriesDetailSchema: SchemaOf<SeriesDetail> = v.strictObject({
  series: seriesAnswerSchema,
  bookings: v.array(bookingSchema),
});

export const seriesRequestAnswerSchema: SchemaOf<SeriesRequest> = v.strictObject({
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
