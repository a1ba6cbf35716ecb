import * as v from 'valibot';
import { closureSchema as closureRequestSchema, inTheWaySchema } from '../admin-inputs.ts';
import { closingSchema, closingSpanSchema } from '../closing.ts';
import { count, date, id, money, startTime } from './base-schemas.ts';
import { bookingSchema } from './booking-answers.ts';
import { courtSchema } from './court-answers.ts';
import { data, type RouteContract } from './route-contract.ts';
import { offerSchema } from './waitlist-routes.ts';

export const closureSchema = v.strictObject({
  id,
  court_id: id,
  date,
  /** In playing order. */
  slots: v.array(startTime),
  reason: v.string(),
});
export type Closure = v.InferOutput<typeof closureSchema>;

/** A booking in the way of a closure or of new hours, with the nearest times it can move to. */
export const bookingInTheWaySchema = v.strictObject({
  booking: bookingSchema,
  /** Its time is still open; only its price has changed. */
  is_open: v.boolean(),
  choices: v.array(
    v.strictObject({
      court_id: id,
      court_name: v.string(),
      date,
      slots: v.array(startTime),
      /** The price there. */
      amount: money,
    }),
  ),
  /** The customer gets an email when it is moved or cancelled. */
  gets_email: v.boolean(),
});
export type BookingInTheWay = v.InferOutput<typeof bookingInTheWaySchema>;

/** A date of an event on one court of a day. */
const daySessionSchema = v.strictObject({
  id,
  event_id: id,
  title: v.string(),
  /** In playing order. */
  slots: v.array(startTime),
  joined: count,
  most: count,
  /** What its players still owe. */
  balance: money,
  /** Nobody but the club knows of it yet. */
  draft: v.boolean(),
});
export type DaySession = v.InferOutput<typeof daySessionSchema>;

/** Everything that holds a slot on one business day. */
const dayScheduleSchema = v.strictObject({
  date,
  today: date,
  courts: v.array(
    v.strictObject({
      court: courtSchema,
      bookings: v.array(bookingSchema),
      closures: v.array(closureSchema),
      sessions: v.array(daySessionSchema),
      offers: v.array(offerSchema),
    }),
  ),
  /** Bookings whose customer missed an earlier one. */
  after_no_show: v.array(id),
});
export type AdminDaySchedule = v.InferOutput<typeof dayScheduleSchema>;

export const DAY_ROUTES = {
  'GET /api/admin/day': {
    summary: 'Everything that holds a slot on a business day',
    access: 'staff',
    query: ['date'],
    answer: data(dayScheduleSchema),
  },
  'POST /api/admin/bookings/in-the-way': {
    summary:
      'Move or cancel bookings that a closed court or new hours leave without their time, and list the rest',
    access: 'staff',
    body: inTheWaySchema,
    answer: data(
      v.strictObject({
        /** In playing order. */
        in_the_way: v.array(bookingInTheWaySchema),
      }),
    ),
  },
  'POST /api/admin/closures': {
    summary: 'Close a court for some slots that nobody holds',
    access: 'staff',
    body: closureRequestSchema,
    answer: data(v.strictObject({ closure: closureSchema })),
    status: 201,
  },
  'POST /api/admin/close-courts/preview': {
    summary: 'What is in the way of closing courts; nothing changes',
    access: 'staff',
    body: closingSpanSchema,
    answer: data(
      v.strictObject({
        /** In playing order; `choices` lie outside the closing time. */
        in_the_way: v.array(bookingInTheWaySchema),
        /** Open waiting list offers that this ends. */
        offers: v.number(),
      }),
    ),
  },
  'POST /api/admin/close-courts': {
    summary: 'Close courts on one day or several, with a decision about each booking in the way',
    access: 'staff',
    body: closingSchema,
    answer: data(v.strictObject({ closures: v.array(closureSchema) })),
    status: 201,
  },
  'DELETE /api/admin/closures/:id': {
    summary: 'Reopen a court',
    access: 'staff',
    answer: data(v.strictObject({ id: v.number() })),
  },
} as const satisfies Record<string, RouteContract>;
