/**
 * The API's contract: for each route its access, what it takes and what it answers. The server's handlers
 * and the browser's calls take their types from here, and `/api/openapi.json` is made from it.
 */
import * as v from 'valibot';
import {
  forgotPasswordSchema,
  loginSchema,
  passwordChangeSchema,
  preferencesSchema,
  profileSchema,
  registerSchema,
  resetPasswordSchema,
  verifyEmailSchema,
} from './account.ts';
import {
  closureSchema,
  courtEditSchema,
  messageReadSchema,
  rescheduleQuoteSchema,
  rescheduleSchema,
  statusChangeSchema,
  walkInSchema,
} from './admin-api.ts';
import * as answer from './api/schemas.ts';
import { bookingRequestSchemaFor, PAYMENT_METHODS } from './booking.ts';
import { contactSchema } from './contact.ts';

/** Who may call a route: anyone, a signed-in member, an admin. Every route declares one. */
export type Access = 'anyone' | 'member' | 'admin';

/** An answer that is not JSON, by its media type. */
export type MediaType = 'text/csv' | 'text/calendar' | 'text/plain' | 'text/event-stream' | 'image/*';

export interface RouteContract {
  summary: string;
  access: Access;
  /** Search parameters, all of them optional text. */
  query?: readonly string[];
  /** Request headers beside the usual ones. */
  headers?: readonly string[];
  /** The JSON body, or the media type of another one. */
  body?: v.GenericSchema | 'multipart/form-data' | 'image/*' | 'application/x-www-form-urlencoded';
  /** The JSON answer, the media type of another one, or where a browser is sent. */
  answer: v.GenericSchema | MediaType | 'redirect';
  /** The status of success; 200 unless it says so. */
  status?: 201 | 302 | 303;
}

const data = <S extends v.GenericSchema>(schema: S) => v.strictObject({ data: schema });
const page = ['q', 'limit', 'cursor'] as const;
const range = ['startDate', 'endDate'] as const;
const bookingQuery = [...range, 'status', 'q', 'sort', 'limit', 'cursor'] as const;
const user = v.strictObject({ user: answer.userSchema });
const booking = data(v.strictObject({ booking: answer.bookingSchema }));
const court = data(v.strictObject({ court: answer.adminCourtSchema }));

export const API = {
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
  'POST /api/book': {
    summary: 'Book a court; a repeated `Idempotency-Key` gets the first answer again',
    access: 'anyone',
    headers: ['Idempotency-Key'],
    body: bookingRequestSchemaFor([...PAYMENT_METHODS, 'card']),
    answer: v.strictObject({
      booking: answer.bookingSchema,
      message: v.string(),
      instructions: answer.instructionsSchema,
      payment_url: v.exactOptional(v.string()),
      cancel_url: v.exactOptional(v.string()),
      leave_url: v.exactOptional(v.string()),
    }),
    status: 201,
  },
  'GET /api/booking/:id': {
    summary: 'Read a booking; strangers get its public part',
    access: 'anyone',
    answer: v.strictObject({
      booking: v.union([answer.bookingSchema, answer.publicBookingSchema]),
      court_name: v.string(),
      instructions: answer.instructionsSchema,
    }),
  },
  'GET /api/booking/:id/calendar.ics': {
    summary: 'Download a booking as a calendar file',
    access: 'anyone',
    answer: 'text/calendar',
  },
  'POST /api/booking/:id/receipt': {
    summary: 'Upload the receipt of a bank transfer: `receipt`, `email`, `payment_method`',
    access: 'anyone',
    body: 'multipart/form-data',
    answer: v.strictObject({ receiptPath: v.string() }),
  },
  'GET /api/booking/:id/receipt': {
    summary: 'Show a receipt to its owner or an admin',
    access: 'anyone',
    answer: 'image/*',
  },
  'POST /api/contact': {
    summary: 'Send the club a message',
    access: 'anyone',
    body: contactSchema,
    answer: answer.messageSchema,
  },
  'POST /api/auth/register': {
    summary: 'Create an account and sign in',
    access: 'anyone',
    body: registerSchema,
    answer: user,
  },
  'POST /api/auth/login': {
    summary: 'Sign in with email and password',
    access: 'anyone',
    body: loginSchema,
    answer: user,
  },
  'POST /api/auth/logout': { summary: 'Sign out', access: 'anyone', answer: answer.messageSchema },
  'GET /api/oauth/logout': { summary: 'Sign out', access: 'anyone', answer: answer.messageSchema },
  'POST /api/auth/logout-everywhere': {
    summary: 'End all sessions of the member',
    access: 'member',
    answer: answer.messageSchema,
  },
  'GET /api/auth/user': {
    summary: 'Read the signed-in member',
    access: 'member',
    answer: answer.userSchema,
  },
  'GET /api/auth/profile': {
    summary: 'Read the signed-in member',
    access: 'member',
    answer: answer.userSchema,
  },
  'PUT /api/auth/profile': {
    summary: 'Change name and phone',
    access: 'member',
    body: profileSchema,
    answer: answer.userSchema,
  },
  'PUT /api/auth/preferences': {
    summary: 'Change preferences',
    access: 'member',
    body: preferencesSchema,
    answer: answer.userSchema,
  },
  'PUT /api/auth/password': {
    summary: 'Change the password; every other session ends',
    access: 'member',
    body: passwordChangeSchema,
    answer: answer.messageSchema,
  },
  'POST /api/auth/forgot-password': {
    summary: 'Email a link for choosing a new password',
    access: 'anyone',
    body: forgotPasswordSchema,
    answer: answer.messageSchema,
  },
  'POST /api/auth/reset-password': {
    summary: 'Choose a new password with an emailed link',
    access: 'anyone',
    body: resetPasswordSchema,
    answer: answer.messageSchema,
  },
  'POST /api/auth/verify': {
    summary: 'Confirm the email address with an emailed link',
    access: 'member',
    body: verifyEmailSchema,
    answer: answer.userSchema,
  },
  'POST /api/auth/send-verification': {
    summary: 'Email a link for confirming the email address',
    access: 'member',
    answer: answer.messageSchema,
  },
  'GET /api/auth/bookings': {
    summary: 'List the member’s bookings, newest first',
    access: 'member',
    answer: v.array(answer.bookingSchema),
  },
  'GET /api/auth/sessions': {
    summary: 'List where the member is signed in',
    access: 'member',
    answer: v.array(answer.sessionSchema),
  },
  'DELETE /api/auth/sessions/:id': {
    summary: 'End one session',
    access: 'member',
    answer: v.array(answer.sessionSchema),
  },
  'GET /api/auth/sign-in-methods': {
    summary: 'List the ways to sign in',
    access: 'member',
    answer: answer.signInMethodsSchema,
  },
  'DELETE /api/auth/sign-in-methods/:provider': {
    summary: 'Remove a sign-in provider',
    access: 'member',
    answer: answer.signInMethodsSchema,
  },
  'GET /api/oauth/login': {
    summary: 'Start a sign-in through a provider',
    access: 'anyone',
    query: ['provider', 'return_to'],
    answer: 'redirect',
    status: 302,
  },
  'GET /api/oauth/callback/:provider': {
    summary: 'Finish a sign-in through a provider',
    access: 'anyone',
    query: ['code', 'state', 'error'],
    answer: 'redirect',
    status: 302,
  },
  'POST /api/oauth/callback/apple': {
    summary: 'Receive Apple’s answer and pass it on to the callback',
    access: 'anyone',
    body: 'application/x-www-form-urlencoded',
    answer: 'redirect',
    status: 303,
  },
  'GET /api/admin/stats': {
    summary: 'Count bookings, revenue and members',
    access: 'admin',
    query: range,
    answer: data(answer.statsSchema),
  },
  'GET /api/admin/insights': {
    summary: 'Revenue and court use by day or month',
    access: 'admin',
    query: range,
    answer: data(answer.insightsSchema),
  },
  'GET /api/admin/bookings': {
    summary: 'List bookings, a page at a time',
    access: 'admin',
    query: bookingQuery,
    answer: data(answer.bookingListSchema),
  },
  'GET /api/admin/bookings.csv': {
    summary: 'Export the bookings of a filter',
    access: 'admin',
    query: bookingQuery,
    answer: 'text/csv',
  },
  'GET /api/admin/bookings/:id/receipts/:receiptId': {
    summary: 'Show a replaced receipt of a booking',
    access: 'admin',
    answer: 'image/*',
  },
  'GET /api/admin/bookings/:id': {
    summary: 'Read a booking with its history and receipt',
    access: 'admin',
    answer: data(answer.bookingDetailSchema),
  },
  'PUT /api/admin/bookings/:id/status': {
    summary: 'Mark paid, cancel or restore',
    access: 'admin',
    body: statusChangeSchema,
    answer: data(v.strictObject({ booking: answer.bookingSchema, warning: v.exactOptional(v.string()) })),
  },
  'POST /api/admin/bookings': {
    summary: 'Book a walk-in',
    access: 'admin',
    body: walkInSchema,
    answer: booking,
    status: 201,
  },
  'POST /api/admin/bookings/:id/quote': {
    summary: 'Price another time or court for a booking',
    access: 'admin',
    body: rescheduleQuoteSchema,
    answer: data(answer.rescheduleQuoteSchema),
  },
  'PUT /api/admin/bookings/:id/slots': {
    summary: 'Move a booking to another time or court',
    access: 'admin',
    body: rescheduleSchema,
    answer: booking,
  },
  'GET /api/admin/day': {
    summary: 'Everything that holds a slot on a business day',
    access: 'admin',
    query: ['date'],
    answer: data(answer.dayScheduleSchema),
  },
  'POST /api/admin/closures': {
    summary: 'Close a court for some slots',
    access: 'admin',
    body: closureSchema,
    answer: data(v.strictObject({ closure: answer.closureSchema })),
    status: 201,
  },
  'DELETE /api/admin/closures/:id': {
    summary: 'Reopen a court',
    access: 'admin',
    answer: data(v.strictObject({ id: v.number() })),
  },
  'GET /api/admin/courts': {
    summary: 'List all courts',
    access: 'admin',
    answer: data(v.strictObject({ courts: v.array(answer.adminCourtSchema) })),
  },
  'GET /api/admin/courts/:id/history': {
    summary: 'What happened to a court',
    access: 'admin',
    answer: data(v.strictObject({ history: v.array(answer.auditEntrySchema) })),
  },
  'PUT /api/admin/courts/:id': {
    summary: 'Change a court',
    access: 'admin',
    body: courtEditSchema,
    answer: court,
  },
  'PUT /api/admin/courts/:id/image': {
    summary: 'Set the picture of a court',
    access: 'admin',
    body: 'image/*',
    answer: court,
  },
  'DELETE /api/admin/courts/:id/image': {
    summary: 'Remove the picture of a court',
    access: 'admin',
    answer: court,
  },
  'GET /api/admin/users': {
    summary: 'List members, newest first',
    access: 'admin',
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
    access: 'admin',
    answer: data(v.strictObject({ user: answer.adminUserSchema, history: v.array(answer.auditEntrySchema) })),
  },
  'GET /api/admin/messages': {
    summary: 'List messages from the contact form',
    access: 'admin',
    query: [...page, 'unread'],
    answer: data(
      v.strictObject({
        messages: v.array(answer.contactMessageSchema),
        total: v.number(),
        unread: v.number(),
        next_cursor: v.nullable(v.string()),
      }),
    ),
  },
  'PUT /api/admin/messages/:id': {
    summary: 'Mark a message read or unread',
    access: 'admin',
    body: messageReadSchema,
    answer: data(v.strictObject({ message: answer.contactMessageSchema })),
  },
  'GET /api/admin/events': {
    summary: 'Follow what happens, as server-sent events',
    access: 'admin',
    answer: 'text/event-stream',
  },
  'GET /api/admin/outbox': {
    summary: 'List emails and text messages',
    access: 'admin',
    query: ['state', 'booking_id', 'limit', 'cursor'],
    answer: data(
      v.strictObject({ messages: v.array(answer.outboxMessageSchema), ...answer.outboxPageEntries }),
    ),
  },
  'POST /api/admin/outbox/:id/retry': {
    summary: 'Send a failed message again',
    access: 'admin',
    answer: data(answer.outboxMessageSchema),
  },
  'GET /api/admin/notices': {
    summary: 'List emails and text messages (older address)',
    access: 'admin',
    query: ['state', 'booking_id', 'limit', 'cursor'],
    answer: data(
      v.strictObject({ notices: v.array(answer.outboxMessageSchema), ...answer.outboxPageEntries }),
    ),
  },
  'POST /api/admin/notices/:id/retry': {
    summary: 'Send a failed message again (older address)',
    access: 'admin',
    answer: data(answer.outboxMessageSchema),
  },
  'GET /api/admin/backups': {
    summary: 'The last backups',
    access: 'admin',
    answer: data(
      v.strictObject({
        at: v.string(),
        keep: v.number(),
        folder: v.string(),
        last_success: v.nullable(answer.backupRunSchema),
        in_folder: v.boolean(),
        runs: v.array(answer.backupRunSchema),
      }),
    ),
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

export type ApiRoute = keyof typeof API;

/** What a route's success answers, as JSON. */
export type ApiAnswer<R extends ApiRoute> = (typeof API)[R] extends {
  answer: infer S extends v.GenericSchema;
}
  ? v.InferOutput<S>
  : never;

/** What a route takes as its JSON body: `undefined` for none, `never` for a form or a file. */
export type ApiBody<R extends ApiRoute> = (typeof API)[R] extends { body: infer S }
  ? S extends v.GenericSchema
    ? v.InferInput<S>
    : never
  : undefined;

/** The names of a route's path parameters. */
export type ApiParams<R extends string> = R extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ApiParams<Tail>
    : Rest extends `${infer Name}.${string}`
      ? Name
      : Rest
  : never;
