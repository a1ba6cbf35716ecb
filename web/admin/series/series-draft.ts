import type { ChosenAddOn } from '../../../src/domain/add-on.ts';
import type { SeriesDetail, SeriesRequest } from '../../../src/domain/api/series-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { addDays, weekdayOf } from '../../../src/domain/business-day.ts';
import type { PaymentRule } from '../../../src/domain/series.ts';

/** A new series' form; selects and inputs hold text. */
export interface SeriesDraft {
  customer: 'guest' | 'member' | 'series';
  name: string;
  phone: string;
  email: string;
  member_email: string;
  court_id: string;
  from: string;
  start_time: string;
  half_hours: string;
  every_weeks: string;
  count: string;
  /** Used instead of `count`. */
  until: string;
  payment_rule: PaymentRule;
  payment_method: 'cash' | 'bank_transfer';
  add_ons: ChosenAddOn[];
  series_id?: number;
  request_id?: number;
  member_id?: number;
}

export function emptyDraft(courtId: number, from: string): SeriesDraft {
  return {
    customer: 'guest',
    name: '',
    phone: '',
    email: '',
    member_email: '',
    court_id: String(courtId),
    from,
    start_time: '20:00',
    half_hours: '3',
    every_weeks: '1',
    count: '13',
    until: '',
    payment_rule: 'each_time',
    payment_method: 'cash',
    add_ons: [],
  };
}

/** The same court, time and customer, from the week after a booking on. */
export function draftFromBooking(booking: Booking): SeriesDraft {
  const { name, phone, email, user_id, slots } = booking;
  return {
    ...emptyDraft(booking.court_id, addDays(booking.date, 7)),
    name,
    phone,
    email,
    start_time: booking.start_time,
    half_hours: String(Math.max(2, slots.length)),
    add_ons: addOnsOf(booking),
    ...(user_id === null ? {} : { customer: 'member', member_id: user_id, member_email: email }),
  };
}

export function draftFromRequest(request: SeriesRequest): SeriesDraft {
  return {
    ...emptyDraft(request.court_id, request.from),
    customer: 'member',
    member_id: request.user_id,
    member_email: request.email,
    name: request.name,
    start_time: request.start_time,
    half_hours: String(request.half_hours),
    every_weeks: String(request.every_weeks),
    count: String(request.dates),
    request_id: request.id,
  };
}

/** More dates for a series, with its last one's add-ons. `today` is used if all are over. */
export function draftFromSeries({ series, bookings }: SeriesDetail, today: string): SeriesDraft {
  const last = bookings.findLast(({ status }) => status !== 'cancelled');
  const next = series.last_date ? addDays(series.last_date, 7 * series.every_weeks) : today;
  return {
    ...emptyDraft(series.court_id, next),
    customer: 'series',
    series_id: series.id,
    name: series.name,
    start_time: series.start_time,
    half_hours: String(series.half_hours),
    every_weeks: String(series.every_weeks),
    payment_rule: series.payment_rule,
    payment_method: series.payment_method === 'bank_transfer' ? 'bank_transfer' : 'cash',
    add_ons: last ? addOnsOf(last) : [],
  };
}

function addOnsOf({ lines = [] }: Booking): ChosenAddOn[] {
  const addOns = lines.filter(({ kind }) => kind === 'add_on');
  return addOns.map(({ source_id, quantity }) => ({ id: source_id, quantity }));
}

/** The request body. The first date decides the weekday. */
export function toSeriesBody(draft: SeriesDraft) {
  const customer =
    draft.customer === 'series'
      ? { series_id: draft.series_id }
      : draft.customer === 'guest'
        ? { guest: { name: draft.name, phone: draft.phone, email: draft.email } }
        : draft.member_id === undefined
          ? { member_email: draft.member_email }
          : { member_id: draft.member_id };
  return {
    ...customer,
    court_id: Number(draft.court_id),
    start_time: draft.start_time,
    half_hours: Number(draft.half_hours),
    weekday: weekdayOf(draft.from),
    every_weeks: Number(draft.every_weeks),
    from: draft.from,
    ...(draft.until ? { until: draft.until } : { count: Number(draft.count) }),
    payment_rule: draft.payment_rule,
    payment_method: draft.payment_method,
    add_ons: draft.add_ons,
  };
}
