import * as v from 'valibot';
import { attendanceSchema } from '../admin-inputs.ts';
import { BLOCK_RULES, contactBlockSchema, customerNoteSchema } from '../customer.ts';
import { count, date, id, instant, money, nullableText } from './base-schemas.ts';
import { bookingSchema } from './booking-answers.ts';
import { data, type RouteContract } from './route-contract.ts';

/** A staff note about a customer. */
const noteSchema = v.strictObject({
  id,
  note: v.string(),
  created_at: instant,
  /** Null when the account was deleted. */
  author: nullableText,
  /** The reader wrote it or is an owner. */
  can_delete: v.boolean(),
});
export type CustomerNote = v.InferOutput<typeof noteSchema>;

/** What the customer may not do online. */
const contactBlockAnswer = v.strictObject({
  rule: v.picklist(BLOCK_RULES),
  reason: v.string(),
  until: v.nullable(date),
  created_at: instant,
  /** Null when the account was deleted. */
  author: nullableText,
});
export type ContactBlock = v.InferOutput<typeof contactBlockAnswer>;

/** The customer of a booking: everything booked with the same phone or email, with or without an account. */
const customerSchema = v.strictObject({
  name: v.string(),
  phone: v.string(),
  email: v.string(),
  /** The account of the newest booking that has one. */
  user_id: v.nullable(id),
  /** Bookings that were played: over, and neither cancelled nor missed. */
  visits: count,
  no_shows: count,
  cancelled: count,
  upcoming: count,
  /** Received for all of them, less refunds; null for staff, who can't see totals. */
  spent: v.nullable(money),
  /** The newest 50. */
  bookings: v.array(bookingSchema),
  /** Newest first. */
  notes: v.array(noteSchema),
  block: v.nullable(contactBlockAnswer),
});
export type Customer = v.InferOutput<typeof customerSchema>;

/** A customer in the list, represented by the contact's newest booking. */
const listedCustomerSchema = v.strictObject({
  /** The newest booking, which identifies the customer. */
  booking_id: id,
  name: v.string(),
  phone: v.string(),
  email: v.string(),
  is_member: v.boolean(),
  /** The business day of the newest booking. */
  date,
  bookings: count,
});

/** Someone the reception can book for or sell to. */
const personSchema = v.strictObject({
  /** Null without an account. */
  user_id: v.nullable(id),
  name: v.string(),
  phone: v.string(),
  email: v.string(),
});
export type Person = v.InferOutput<typeof personSchema>;

const foundPersonSchema = v.strictObject({
  ...personSchema.entries,
  /**
   * Where to find them: the newest booking they made, else the newest share, place or purchase, whose payer is named.
   * Null for a member with none of them.
   */
  known_by: v.nullable(v.strictObject({ booking_id: v.nullable(id), payer_id: v.nullable(id) })),
});
export type FoundPerson = v.InferOutput<typeof foundPersonSchema>;

/** Attendance and staff notes. */
export const CUSTOMER_ROUTES = {
  'PUT /api/admin/bookings/:id/attendance': {
    summary: 'Record whether a customer came',
    access: 'staff',
    body: attendanceSchema,
    answer: data(v.strictObject({ booking: bookingSchema })),
  },
  'GET /api/admin/customers': {
    summary: 'List the customers of all bookings, the newest booking first',
    access: 'staff',
    query: ['q', 'cursor'],
    answer: data(v.strictObject({ customers: v.array(listedCustomerSchema), next_cursor: nullableText })),
  },
  'GET /api/admin/people': {
    summary: 'Find members and customers by name, phone or email',
    access: 'staff',
    query: ['q'],
    answer: data(v.strictObject({ people: v.array(foundPersonSchema) })),
  },
  'GET /api/admin/bookings/:id/customer': {
    summary: 'Read the customer of a booking, or one of its players: visits, no-shows, spending and notes',
    access: 'staff',
    query: ['payer_id'],
    answer: data(customerSchema),
  },
  'POST /api/admin/bookings/:id/customer/notes': {
    summary: 'Add a note about the customer of a booking, or about one of its players',
    access: 'staff',
    query: ['payer_id'],
    body: customerNoteSchema,
    answer: data(v.strictObject({ note: noteSchema })),
    status: 201,
  },
  'PUT /api/admin/bookings/:id/customer/block': {
    summary: 'Let the customer of a booking book online only prepaid, or not at all',
    access: 'staff',
    query: ['payer_id'],
    body: contactBlockSchema,
    answer: data(v.strictObject({ block: contactBlockAnswer })),
  },
  'DELETE /api/admin/bookings/:id/customer/block': {
    summary: 'Let the customer of a booking book online again like everybody',
    access: 'staff',
    query: ['payer_id'],
    answer: data(v.strictObject({ block: v.null() })),
  },
  'DELETE /api/admin/bookings/:id/customer/notes/:noteId': {
    summary:
      'Delete a note about the customer of a booking, or about one of its players: its author or an owner',
    access: 'staff',
    query: ['payer_id'],
    answer: data(v.strictObject({ id })),
  },
} as const satisfies Record<string, RouteContract>;
