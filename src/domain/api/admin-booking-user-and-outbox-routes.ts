import * as v from 'valibot';
import {
  closureSchema,
  lateReceiptDecisionSchema,
  receiptRejectionSchema,
  releaseUnpaidSchema,
  rescheduleQuoteSchema,
  rescheduleSchema,
  statusChangeSchema,
} from '../admin-answers-and-inputs.ts';
import { adminContactSchema } from '../self-service.ts';
import { walkInQuoteSchema, walkInSchema } from '../walk-in.ts';
import * as answer from './answer-schemas.ts';
import { data, type RouteContract } from './route-contract.ts';

const page = ['q', 'limit', 'cursor'] as const;
const range = ['startDate', 'endDate'] as const;
const bookingQuery = [...range, 'status', 'q', 'sort', 'limit', 'cursor'] as const;
const booking = data(v.strictObject({ booking: answer.bookingSchema }));

/** The dashboard. */
export const ADMIN_ROUTES = {
  'GET /api/admin/stats': {
    summary: 'Count bookings, revenue and members',
    access: 'owner',
    query: range,
    answer: data(answer.statsSchema),
  },
  'GET /api/admin/insights': {
    summary: 'Revenue and court use by day or month',
    access: 'owner',
    query: range,
    answer: data(answer.insightsSchema),
  },
  'GET /api/admin/bookings': {
    summary: 'List bookings, a page at a time',
    access: 'staff',
    query: bookingQuery,
    answer: data(answer.bookingListSchema),
  },
  'GET /api/admin/bookings.csv': {
    summary: 'Export the bookings of a filter',
    access: 'owner',
    stepUp: true,
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
    answer: data(answer.bookingDetailSchema),
  },
  'PUT /api/admin/bookings/:id/status': {
    summary: 'Mark paid, cancel or restore',
    access: 'staff',
    body: statusChangeSchema,
    answer: data(v.strictObject({ booking: answer.bookingSchema, warning: v.exactOptional(v.string()) })),
  },
  'POST /api/admin/missing-bookings/:id/done': {
    summary: 'Take a booking that was lost with a machine out of the inbox',
    access: 'staff',
    answer: data(v.strictObject({ id: v.number() })),
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
        /** The email belongs to a confirmed account, so the members' price counts. */
        is_member: v.boolean(),
      }),
    ),
  },
  'POST /api/admin/bookings/:id/quote': {
    summary: 'Price another time or court for a booking',
    access: 'staff',
    body: rescheduleQuoteSchema,
    answer: data(answer.rescheduleQuoteSchema),
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
    answer: data(v.strictObject({ groups: v.array(answer.massUnpaidSchema) })),
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
    answer: data(v.strictObject({ late_receipts: v.array(answer.lateReceiptSchema) })),
  },
  'POST /api/admin/late-receipts/:id': {
    summary: 'Restore the booking of a late receipt, or turn its money into credit or a refund',
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
    summary: 'Send the email about a booking’s present state again',
    access: 'staff',
    answer: data(v.strictObject({ recipient: v.string() })),
  },
  'GET /api/admin/inbox': {
    summary: 'Everything that waits for the reception',
    access: 'staff',
    answer: data(answer.inboxSchema),
  },
  'GET /api/admin/inbox/count': {
    summary: 'How much waits for the reception',
    access: 'staff',
    answer: data(v.strictObject({ count: v.number() })),
  },
  'GET /api/admin/day': {
    summary: 'Everything that holds a slot on a business day',
    access: 'staff',
    query: ['date'],
    answer: data(answer.dayScheduleSchema),
  },
  'POST /api/admin/closures': {
    summary: 'Close a court for some slots',
    access: 'staff',
    body: closureSchema,
    answer: data(v.strictObject({ closure: answer.closureSchema })),
    status: 201,
  },
  'DELETE /api/admin/closures/:id': {
    summary: 'Reopen a court',
    access: 'staff',
    answer: data(v.strictObject({ id: v.number() })),
  },
  'GET /api/admin/users': {
    summary: 'List members, newest first',
    access: 'owner',
    query: page,
    answer: data(
      v.strictObject({
        users: v.array(answer.adminUserSchema),
        total: v.number(),
        next_cursor: v.nullable(v.string()),
      }),
    ),
  },
  'GET /api/admin/users/:id': {
    summary: 'Read a member with their history',
    access: 'owner',
    answer: data(
      v.strictObject({
        user: answer.adminUserSchema,
        history: v.array(answer.auditEntrySchema),
        credit: answer.money,
      }),
    ),
  },
  'GET /api/admin/events': {
    summary: 'Follow what happens, as server-sent events',
    access: 'staff',
    answer: 'text/event-stream',
  },
  'GET /api/admin/outbox': {
    summary: 'List emails and SMS',
    access: 'staff',
    query: ['state', 'booking_id', 'limit', 'cursor'],
    answer: data(
      v.strictObject({ messages: v.array(answer.outboxMessageSchema), ...answer.outboxPageEntries }),
    ),
  },
  'POST /api/admin/outbox/:id/retry': {
    summary: 'Send a failed message again',
    access: 'staff',
    answer: data(answer.outboxMessageSchema),
  },
  'GET /api/admin/notices': {
    summary: 'List emails and SMS (older address)',
    access: 'staff',
    query: ['state', 'booking_id', 'limit', 'cursor'],
    answer: data(
      v.strictObject({ notices: v.array(answer.outboxMessageSchema), ...answer.outboxPageEntries }),
    ),
  },
  'POST /api/admin/notices/:id/retry': {
    summary: 'Send a failed message again (older address)',
    access: 'staff',
    answer: data(answer.outboxMessageSchema),
  },
  'GET /api/admin/backups': {
    summary: 'The last backups',
    access: 'owner',
    answer: data(answer.backupOverviewSchema),
  },
} as const satisfies Record<string, RouteContract>;
