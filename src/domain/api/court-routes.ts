import * as v from 'valibot';
import { courtEditSchema, courtOrderSchema, newCourtPriceSchema, newCourtSchema } from '../court-schemas.ts';
import { bookingSchema } from './booking-answers.ts';
import { auditEntrySchema } from './common-answers.ts';
import { adminCourtSchema, courtSchema, slotSchema } from './court-answers.ts';
import { data, type RouteContract } from './route-contract.ts';

const court = data(v.strictObject({ court: adminCourtSchema }));
const courts = data(v.strictObject({ courts: v.array(adminCourtSchema) }));

export const COURT_ROUTES = {
  'GET /api/courts': {
    summary: 'List the courts that can be booked',
    access: 'anyone',
    answer: v.array(courtSchema),
  },
  'GET /api/slots': {
    summary: 'List the slots of a court on a business day, in playing order',
    access: 'anyone',
    query: ['date', 'courtId'],
    answer: v.array(slotSchema),
  },
  'GET /api/slots-by-court': {
    summary: 'List the slots of all courts on a business day',
    access: 'anyone',
    query: ['date'],
    answer: v.array(
      v.strictObject({
        court_id: v.number(),
        slots: v.array(slotSchema),
        /** `Closed 6 PM – 4 AM: Rain.`; absent if the reception closes nothing that is still to come. */
        closed: v.exactOptional(v.string()),
      }),
    ),
  },
  'GET /api/tonight': {
    summary: 'Say whether the club is open now, and what is free tonight',
    access: 'anyone',
    answer: v.strictObject({
      opening: v.string(),
      free: v.string(),
      starts: v.array(v.strictObject({ court_id: v.number(), date: v.string(), time: v.string() })),
    }),
  },
  'GET /api/admin/courts': {
    summary: 'List all courts',
    access: 'owner',
    answer: courts,
  },
  'POST /api/admin/courts': {
    summary: 'Add a court',
    access: 'owner',
    body: newCourtSchema,
    answer: court,
    status: 201,
  },
  'PUT /api/admin/courts/order': {
    summary: 'Order the courts',
    access: 'owner',
    body: courtOrderSchema,
    answer: courts,
  },
  'PUT /api/admin/courts/:id': {
    summary: 'Change, retire or reopen a court; a retired court keeps its bookings',
    access: 'owner',
    body: courtEditSchema,
    answer: court,
  },
  'GET /api/admin/courts/:id/bookings': {
    summary: 'List the bookings that are still to be played on a court, at most 500',
    access: 'owner',
    answer: data(v.strictObject({ bookings: v.array(bookingSchema) })),
  },
  'GET /api/admin/courts/:id/history': {
    summary: 'Read the history of a court',
    access: 'owner',
    answer: data(v.strictObject({ history: v.array(auditEntrySchema) })),
  },
  'POST /api/admin/courts/:id/prices': {
    summary: 'Set the rate of a court from a later date of play on',
    access: 'owner',
    body: newCourtPriceSchema,
    answer: court,
    status: 201,
  },
  'DELETE /api/admin/court-prices/:id': {
    summary: 'Remove a rate that has not begun',
    access: 'owner',
    answer: court,
  },
  'PUT /api/admin/courts/:id/image': {
    summary: 'Set the picture of a court',
    access: 'owner',
    body: 'image/*',
    answer: court,
  },
  'DELETE /api/admin/courts/:id/image': {
    summary: 'Remove the picture of a court',
    access: 'owner',
    answer: court,
  },
} as const satisfies Record<string, RouteContract>;
