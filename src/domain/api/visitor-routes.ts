import * as v from 'valibot';
import { bookingRequestSchemaFor, PAYMENT_METHODS } from '../booking.ts';
import { contactSchema } from '../contact.ts';
import {
  BOOKING_KEY_HEADER,
  cancelSchema,
  contactCorrectionSchema,
  customerRescheduleSchema,
  manageLinksSchema,
  payOnlineSchema,
} from '../self-service.ts';
import type { RouteContract } from './contract.ts';
import * as answer from './schemas.ts';

/** What visitors and machines may ask: courts, bookings, messages, health. */
export const VISITOR_ROUTES = {
  'GET /api/courts': {
    summary: 'List the courts that can be booked',
    access: 'anyone',
    answer: v.array(answer.courtSchema),
  },
  'GET /api/slots': {
    summary: 'List the slots of a court on a business day, in playing order',
    access: 'anyone',
    query: ['date', 'courtId'],
    answer: v.array(answer.slotSchema),
  },
  'GET /api/slots-by-court': {
    summary: 'List the slots of all courts on a business day',
    access: 'anyone',
    query: ['date'],
    answer: v.array(v.strictObject({ court_id: v.number(), slots: v.array(answer.slotSchema) })),
  },
  'GET /api/tonight': {
    summary: 'Say whether the club is open now, and what is free tonight',
    access: 'anyone',
    answer: v.strictObject({ opening: v.string(), free: v.string() }),
  },
  'POST /api/book': {
    summary: 'Book a court; a repeated `Idempotency-Key` gets the first answer again',
    access: 'anyone',
    headers: ['Idempotency-Key'],
    body: bookingRequestSchemaFor([...PAYMENT_METHODS, 'card', 'credit']),
    answer: v.strictObject({
      booking: answer.bookingSchema,
      message: v.string(),
      instructions: answer.instructionsSchema,
      /** The booking's own page with its key: everything a customer can do alone. */
      manage_url: v.string(),
      /** Proves the browser that booked when it corrects the email. */
      contact_key: v.string(),
      /** Card payments only: the provider's page, and the address that cancels the payment there. */
      payment_url: v.exactOptional(v.string()),
      cancel_url: v.exactOptional(v.string()),
      /** The name of `cancel_url` in earlier versions. */
      leave_url: v.exactOptional(v.string()),
    }),
    status: 201,
  },
  'GET /api/booking/:id': {
    summary: 'Read a booking; strangers get its public part',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER],
    answer: v.union([
      v.strictObject({
        booking: answer.bookingSchema,
        court_name: v.string(),
        instructions: answer.instructionsSchema,
        self_service: answer.selfServiceSchema,
      }),
      v.strictObject({ booking: answer.publicBookingSchema, court_name: v.string() }),
    ]),
  },
  'POST /api/booking/:id/cancel': {
    summary: 'Cancel one’s own booking under the refund policy',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER, 'Idempotency-Key'],
    body: cancelSchema,
    answer: v.strictObject({ booking: answer.bookingSchema }),
  },
  'POST /api/booking/:id/reschedule': {
    summary: 'Move one’s own booking once, until 24 hours before it starts',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER, 'Idempotency-Key'],
    body: customerRescheduleSchema,
    answer: v.strictObject({ booking: answer.bookingSchema }),
  },
  'POST /api/booking/:id/pay': {
    summary: 'Pay what one’s own booking still costs, by card or with the member’s credit',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER, 'Idempotency-Key'],
    body: payOnlineSchema,
    answer: v.strictObject({
      booking: answer.bookingSchema,
      /** Card payments only: the provider's page. */
      payment_url: v.exactOptional(v.string()),
    }),
  },
  'PUT /api/booking/:id/contact': {
    summary: 'Correct the email of one’s own booking once',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER, 'Idempotency-Key'],
    body: contactCorrectionSchema,
    answer: v.union([
      v.strictObject({ state: v.literal('corrected'), manage_url: v.string() }),
      v.strictObject({ state: v.literal('confirmation_sent') }),
    ]),
  },
  'POST /api/manage-links': {
    summary: 'Email the links of an address’s coming bookings to it; the answer is always the same',
    access: 'anyone',
    body: manageLinksSchema,
    answer: answer.messageSchema,
  },
  'GET /api/booking/:id/statement': {
    summary: 'Read the receipt or invoice of a booking; not found for strangers',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER],
    answer: answer.statementSchema,
  },
  'GET /api/booking/:id/calendar.ics': {
    summary: 'Download a booking as a calendar file',
    access: 'anyone',
    answer: 'text/calendar',
  },
  'POST /api/booking/:id/receipt': {
    summary: 'Upload the receipt of a bank transfer: `receipt`, `email`, `payment_method`',
    access: 'anyone',
    headers: ['Booking-Email', BOOKING_KEY_HEADER],
    body: 'multipart/form-data',
    answer: v.strictObject({ receiptPath: v.string() }),
  },
  'GET /api/booking/:id/receipt': {
    summary: 'Show a receipt to its customer or an admin',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER],
    answer: 'image/*',
  },
  'POST /api/contact': {
    summary: 'Send the club a message',
    access: 'anyone',
    body: contactSchema,
    answer: answer.messageSchema,
    status: 201,
  },
  'GET /api/auth/bookings': {
    summary: 'List the member’s bookings, newest first',
    access: 'member',
    answer: v.array(answer.bookingSchema),
  },
  'GET /api/health': { summary: 'Whether the site serves', access: 'anyone', answer: answer.healthSchema },
  'GET /api/health/ready': {
    summary: 'Whether the site serves, for load balancers',
    access: 'anyone',
    answer: answer.healthSchema,
  },
  'GET /api/health/live': {
    summary: 'Whether the process answers',
    access: 'anyone',
    answer: v.strictObject({ live: v.boolean() }),
  },
  'GET /api/metrics': {
    summary: 'Prometheus metrics, for this machine and admins',
    access: 'anyone',
    answer: 'text/plain',
  },
  'GET /api/openapi.json': {
    summary: 'This document',
    access: 'anyone',
    answer: v.record(v.string(), v.unknown()),
  },
} as const satisfies Record<string, RouteContract>;
