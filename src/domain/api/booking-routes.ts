import * as v from 'valibot';
import { bookingRequestSchemaFor, cashCheckSchema } from '../booking.ts';
import { PAYMENT_METHODS } from '../money-labels.ts';
import {
  BOOKING_KEY_HEADER,
  cancelSchema,
  contactCorrectionSchema,
  customerRescheduleSchema,
  manageLinksSchema,
  payOnlineSchema,
  refundAccountSchema,
} from '../self-service.ts';
import {
  bookingSchema,
  instructionsSchema,
  publicBookingSchema,
  selfServiceSchema,
} from './booking-answers.ts';
import { messageSchema } from './common-answers.ts';
import { companySchema, statementSchema } from './ledger-answers.ts';
import { matchSchema } from './match-routes.ts';
import { shareSchema } from './payer-routes.ts';
import type { RouteContract } from './route-contract.ts';

export const BOOKING_ROUTES = {
  'POST /api/book': {
    summary: 'Book a court; a repeated `Idempotency-Key` gets the first answer again',
    access: 'anyone',
    headers: ['Idempotency-Key'],
    body: bookingRequestSchemaFor([...PAYMENT_METHODS, 'card', 'credit']),
    answer: v.strictObject({
      booking: bookingSchema,
      message: v.string(),
      instructions: instructionsSchema,
      /** The booking's page including its key: everything a customer can do alone. */
      manage_url: v.string(),
      /** Lets the browser that booked correct the email. */
      contact_key: v.string(),
      /** Card payments only: the provider's page, and the address that cancels the payment there. */
      payment_url: v.exactOptional(v.string()),
      cancel_url: v.exactOptional(v.string()),
    }),
    status: 201,
  },
  'POST /api/book/cash-check': {
    summary: 'Why a contact cannot book in cash; null when it can',
    access: 'anyone',
    body: cashCheckSchema,
    answer: v.strictObject({ error: v.nullable(v.string()) }),
  },
  'GET /api/booking/:id': {
    summary: 'Read a booking; strangers get its public part',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER],
    answer: v.union([
      v.strictObject({
        booking: bookingSchema,
        court_name: v.string(),
        instructions: instructionsSchema,
        self_service: selfServiceSchema,
        /** Everyone who shares the price, the host first; empty when it is not split. */
        payers: v.array(shareSchema),
        /** Null while it is not open to other players. */
        match: v.nullable(matchSchema),
      }),
      v.strictObject({ booking: publicBookingSchema, court_name: v.string() }),
    ]),
  },
  'POST /api/booking/:id/cancel': {
    summary: 'Cancel one’s own booking under the refund policy',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER, 'Idempotency-Key'],
    body: cancelSchema,
    answer: v.strictObject({ booking: bookingSchema }),
  },
  'POST /api/booking/:id/reschedule': {
    summary: 'Move one’s own booking once, until 24 hours before it starts',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER, 'Idempotency-Key'],
    body: customerRescheduleSchema,
    answer: v.strictObject({ booking: bookingSchema }),
  },
  'POST /api/booking/:id/pay': {
    summary: 'Pay what one’s own booking still costs, by card or with the member’s credit',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER, 'Idempotency-Key'],
    body: payOnlineSchema,
    answer: v.strictObject({
      booking: bookingSchema,
      /** Card payments only: the provider's page. */
      payment_url: v.exactOptional(v.string()),
    }),
  },
  'PUT /api/booking/:id/refund-account': {
    summary: 'Say where the refund of one’s own booking goes',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER, 'Idempotency-Key'],
    body: refundAccountSchema,
    answer: v.strictObject({ booking: bookingSchema }),
  },
  'PUT /api/booking/:id/company': {
    summary: 'Set the company that the invoice names; an empty one removes it',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER],
    body: companySchema,
    answer: statementSchema,
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
    summary: 'Email an address the links to its upcoming bookings; the answer is always the same',
    access: 'anyone',
    body: manageLinksSchema,
    answer: messageSchema,
  },
  'GET /api/booking/:id/statement': {
    summary: 'Read the receipt or invoice of a booking; not found for strangers',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER],
    answer: statementSchema,
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
    summary: 'Show a receipt to its customer, an owner or staff',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER],
    answer: 'image/*',
  },
  'GET /api/auth/bookings': {
    summary: 'List the member’s bookings, newest first, of a split one with the own share’s money',
    access: 'member',
    answer: v.array(bookingSchema),
  },
} as const satisfies Record<string, RouteContract>;
