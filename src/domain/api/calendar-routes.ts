import * as v from 'valibot';
import { calendarChangeSchema, calendarPreviewSchema, calendarSchema } from '../calendar.ts';
import { bookingSchema } from './booking-answers.ts';
import { auditEntrySchema } from './common-answers.ts';
import { data, type RouteContract } from './route-contract.ts';

const calendar = data(
  v.strictObject({
    calendar: calendarSchema,
    /** 0 until an owner changes the calendar. */
    version: v.pipe(v.number(), v.integer()),
    history: v.array(auditEntrySchema),
  }),
);

/** Opening hours and prices at the dashboard. */
export const CALENDAR_ROUTES = {
  'GET /api/admin/calendar': {
    summary: 'Read the opening hours and price bands',
    access: 'owner',
    answer: calendar,
  },
  'PUT /api/admin/calendar': {
    summary: 'Change the opening hours and price bands; refuses and lists bookings outside the new hours',
    access: 'owner',
    body: calendarChangeSchema,
    answer: calendar,
  },
  'POST /api/admin/calendar/preview': {
    summary: 'List the bookings that would lie outside the new hours, without saving',
    access: 'owner',
    body: calendarPreviewSchema,
    answer: data(v.strictObject({ bookings: v.array(bookingSchema) })),
  },
} as const satisfies Record<string, RouteContract>;
