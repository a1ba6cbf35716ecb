import * as v from 'valibot';
import { attendanceSchema } from '../admin-answers-and-inputs.ts';
import { type Customer, type CustomerNote, customerNoteSchema } from '../customer-history-and-notes.ts';
import { count, id, instant, money, nullableText, type SchemaOf } from './base-schemas.ts';
import { bookingSchema } from './booking-answer-schemas.ts';
import { data, type RouteContract } from './route-contract.ts';

const noteSchema: SchemaOf<CustomerNote> = v.strictObject({
  id,
  note: v.string(),
  created_at: instant,
  author: nullableText,
});

const customerSchema: SchemaOf<Customer> = v.strictObject({
  name: v.string(),
  phone: v.string(),
  email: v.string(),
  user_id: v.nullable(id),
  visits: count,
  no_shows: count,
  cancelled: count,
  upcoming: count,
  spent: v.nullable(money),
  bookings: v.array(bookingSchema),
  notes: v.array(noteSchema),
});

/** Whether customers came, and what the staff know about them. */
export const CUSTOMER_ROUTES = {
  'PUT /api/admin/bookings/:id/attendance': {
    summary: 'Record whether a customer came',
    access: 'staff',
    body: attendanceSchema,
    answer: data(v.strictObject({ booking: bookingSchema })),
  },
  'GET /api/admin/bookings/:id/customer': {
    summary: 'Read the customer of a booking: visits, no-shows, spending and notes',
    access: 'staff',
    answer: data(customerSchema),
  },
  'POST /api/admin/bookings/:id/customer/notes': {
    summary: 'Add a note about the customer of a booking',
    access: 'staff',
    body: customerNoteSchema,
    answer: data(v.strictObject({ note: noteSchema })),
    status: 201,
  },
  'DELETE /api/admin/customer-notes/:id': {
    summary: 'Delete a note about a customer',
    access: 'staff',
    answer: data(v.strictObject({ id })),
  },
} as const satisfies Record<string, RouteContract>;
