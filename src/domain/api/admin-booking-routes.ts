import * as v from 'valibot';
import {
  lateReceiptDecisionSchema,
  receiptRejectionSchema,
  releaseUnpaidSchema,
  rescheduleQuoteSchema as rescheduleQuoteRequestSchema,
  rescheduleSchema,
  statusChangeSchema,
} from '../admin-inputs.ts';
import { adminContactSchema } from '../self-service.ts';
import { walkInQuoteSchema, walkInSchema } from '../walk-in.ts';
import { count, date, id, instant, money, nullableText, startTime } from './base-schemas.ts';
import { bookingSchema, moneyPartsSchema, transferQrSchema } from './booking-answers.ts';
import { auditEntrySchema } from './common-answers.ts';
import { ledgerEntrySchema, paidFromSchema, payeeChangeSchema } from './ledger-answers.ts';
import { matchSchema } from './match-routes.ts';
import { bookingPayerSchema } from './payer-routes.ts';
import { receiptSchema } from './receipt-answers.ts';
import { data, type RouteContract } from './route-contract.ts';

const bookingListSchema = v.strictObject({
  bookings: v.array(bookingSchema),
  total: count,
  next_cursor: nullableText,
  /** Bookings whose customer missed an earlier one. */
  after_no_show: v.array(id),
  /** Bookings open to other players. */
  matches: v.array(id),
  /** The ways that hold money, of bookings for which any has come. */
  paid_ways: v.array(v.strictObject({ id, ways: moneyPartsSchema })),
});
export type BookingListPage = v.InferOutput<typeof bookingListSchema>;

export type { ReceiptView } from './receipt-answers.ts';

const bookingDetailSchema = v.strictObject({
  booking: bookingSchema,
  history: v.array(auditEntrySchema),
  receipt: v.nullable(receiptSchema),
  /** Why restoring a cancelled booking may be a mistake; null when nothing is wrong. */
  restore_warning: nullableText,
  /** Oldest first. */
  entries: v.array(ledgerEntrySchema),
  /** Changes of where a refund goes, oldest first. */
  payee_changes: v.array(payeeChangeSchema),
  /** Where its transfers came from, according to the bank's statement. */
  paid_from: v.array(paidFromSchema),
  /** The customer first. */
  payers: v.array(bookingPayerSchema),
  /** Null while it is not open to other players. */
  match: v.nullable(matchSchema),
  /** No-shows of the same phone or email up to this date, newest first, at most 10. */
  missed: v.array(date),
  /** Shown by the reception to a customer with a banking app, whichever payment method the booking has. */
  transfer_qr: v.nullable(transferQrSchema),
});
export type BookingDetail = v.InferOutput<typeof bookingDetailSchema>;

const rescheduleQuoteSchema = v.strictObject({
  from: money,
  to: money,
  /** Positive when the customer owes it, negative when the club refunds it. */
  difference: money,
  /** Start times of the new slots that are already taken. */
  taken: v.array(startTime),
});
export type RescheduleQuote = v.InferOutput<typeof rescheduleQuoteSchema>;

/** A released booking whose receipt came too late. */
export const lateReceiptSchema = v.strictObject({
  booking: bookingSchema,
  /** Outstanding on the customer's part. */
  amount: money,
  /** Its slots are free and play has not begun. */
  can_restore: v.boolean(),
  /** It belongs to a member, who can hold credit. */
  can_credit: v.boolean(),
});
export type LateReceipt = v.InferOutput<typeof lateReceiptSchema>;

/** Many unpaid bookings from one network, contact or member. */
export const massUnpaidSchema = v.strictObject({
  /** Without a receipt. */
  booking_ids: v.array(id),
  /** With a receipt nobody has reviewed. */
  with_receipt_ids: v.array(id),
  /** Half-hours held by all of them together. */
  slots: count,
  first_at: instant,
  last_at: instant,
});
export type MassUnpaidBookings = v.InferOutput<typeof massUnpaidSchema>;

const bookingQuery = ['startDate', 'endDate', 'status', 'q', 'sort', 'limit', 'cursor'] as const;
const booking = data(v.strictObject({ booking: bookingSchema }));

export const ADMIN_BOOKING_ROUTES = {
  'GET /api/admin/bookings': {
    summary: 'List bookings, a page at a time',
    access: 'staff',
    query: bookingQuery,
    answer: data(bookingListSchema),
  },
  'GET /api/admin/bookings.csv': {
    summary: 'Export the bookings that match a filter; staff export one business day',
    access: 'owner',
    right: 'day_csv',
    reauthenticate: true,
    query: bookingQuery,
    answer: 'text/csv',
  },
  'GET /api/admin/bookings/:id/receipts/:receiptId': {
    summary: 'Show a replaced receipt of a booking',
    access: 'staff',
    answer: 'image/*',
  },
  'GET /api/admin/bookings/:id': {
    summary: 'Read a booking with its history and receipt',
    access: 'staff',
    answer: data(bookingDetailSchema),
  },
  'PUT /api/admin/bookings/:id/status': {
    summary: 'Mark paid, cancel or restore',
    access: 'staff',
    body: statusChangeSchema,
    answer: data(v.strictObject({ booking: bookingSchema, warning: v.exactOptional(v.string()) })),
  },
  'POST /api/admin/bookings': {
    summary: 'Book a walk-in',
    access: 'staff',
    body: walkInSchema,
    answer: booking,
    status: 201,
  },
  'POST /api/admin/bookings/quote': {
    summary: 'Price a walk-in',
    access: 'staff',
    body: walkInQuoteSchema,
    answer: data(
      v.strictObject({
        total: v.number(),
        lines: v.array(v.strictObject({ label: v.string(), amount: v.number() })),
        /** The email belongs to a confirmed account, so the members' price applies. */
        is_member: v.boolean(),
      }),
    ),
  },
  'POST /api/admin/bookings/:id/quote': {
    summary: 'Price another time or court for a booking',
    access: 'staff',
    body: rescheduleQuoteRequestSchema,
    answer: data(rescheduleQuoteSchema),
  },
  'PUT /api/admin/bookings/:id/slots': {
    summary: 'Move a booking to another time or court',
    access: 'staff',
    body: rescheduleSchema,
    answer: booking,
  },
  'POST /api/admin/bookings/:id/receipt/reject': {
    summary: 'Reject the receipt of a booking: its customer learns why and gets a new deadline',
    access: 'staff',
    body: receiptRejectionSchema,
    answer: booking,
  },
  'GET /api/admin/mass-unpaid-bookings': {
    summary: 'List unusually many unpaid bookings from one source',
    access: 'staff',
    answer: data(v.strictObject({ groups: v.array(massUnpaidSchema) })),
  },
  'POST /api/admin/mass-unpaid-bookings/release': {
    summary: 'Release the bookings that are still unpaid, as if their deadline were now',
    access: 'staff',
    body: releaseUnpaidSchema,
    answer: data(v.strictObject({ released: v.array(v.number()) })),
  },
  'GET /api/admin/late-receipts': {
    summary: 'List released bookings whose receipt came too late',
    access: 'staff',
    answer: data(v.strictObject({ late_receipts: v.array(lateReceiptSchema) })),
  },
  'POST /api/admin/late-receipts/:id': {
    summary:
      'Restore the booking of a late receipt, or turn its money into credit or a refund; a player gets the latter two',
    access: 'staff',
    body: lateReceiptDecisionSchema,
    answer: booking,
  },
  'PUT /api/admin/bookings/:id/contact': {
    summary: 'Correct the email of a booking; its link changes and its emails go out again',
    access: 'staff',
    body: adminContactSchema,
    answer: booking,
  },
  'POST /api/admin/bookings/:id/resend': {
    summary: 'Resend the email about a booking’s current state',
    access: 'staff',
    answer: data(v.strictObject({ recipient: v.string() })),
  },
  'POST /api/admin/bookings/:id/invoice': {
    summary: 'Email the invoice or receipt of a booking to its customer',
    access: 'staff',
    answer: data(v.strictObject({ recipient: v.string() })),
  },
  'POST /api/admin/payers/:id/resend': {
    summary: 'Resend a player the link to their share, through the host while the player has no email',
    access: 'staff',
    answer: data(v.strictObject({ recipient: v.string() })),
  },
  'POST /api/admin/payers/:id/link': {
    summary: 'Make a link, which opens once, for a customer, player or buyer whom no email reaches',
    access: 'staff',
    answer: data(v.strictObject({ link: v.string(), expires_at: instant })),
  },
} as const satisfies Record<string, RouteContract>;
