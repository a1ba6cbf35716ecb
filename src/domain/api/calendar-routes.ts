import * as v from 'valibot';
import { calendarChangeSchema, calendarSchema } from '../calendar.ts';
import { id } from './base-schemas.ts';
import { auditEntrySchema } from './common-answers.ts';
import { data, type RouteContract } from './route-contract.ts';

const calendar = v.strictObject({
  calendar: calendarSchema,
  /** 0 until an owner changes the calendar. */
  version: v.pipe(v.number(), v.integer()),
  history: v.array(auditEntrySchema),
});

export const CALENDAR_ROUTES = {
  'GET /api/admin/calendar': {
    summary: 'Read the opening hours and price bands',
    access: 'owner',
    answer: data(calendar),
  },
  'PUT /api/admin/calendar': {
    summary: 'Change the opening hours and price bands; bookings stay as they were sold',
    access: 'owner',
    body: calendarChangeSchema,
    answer: data(
      v.strictObject({
        ...calendar.entries,
        /** Bookings outside the new hours or with a different price now, at most 500. */
        booking_ids: v.array(id),
      }),
    ),
  },
} as const satisfies Record<string, RouteContract>;
