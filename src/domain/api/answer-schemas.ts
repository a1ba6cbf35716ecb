/**
 * The shapes of the API's answers as schemas, for the OpenAPI document and the tests. Only types of this
 * folder reach the browser. Each schema is held to the type that the code uses: one that lacks a field or
 * gives it another type does not compile.
 */
import * as v from 'valibot';
import { ROLES, type SessionView, type SignInMethods, type User } from '../account.ts';
import type {
  AdminContactMessage,
  AdminCourt,
  AdminDaySchedule,
  AdminUserView,
  BookingDetail,
  BookingListPage,
  Closure,
  Insights,
  ReceiptView,
  RescheduleQuote,
} from '../admin-answers-and-inputs.ts';
import type { AuditEntry } from '../audit-log-entry.ts';
import { LINE_KINDS } from '../booking-price-lines.ts';
import type { Court } from '../court.ts';
import { type FailureBody, REASONS } from '../failure.ts';
import { MESSAGE_KIND_LABELS, MESSAGE_STATES, type OutboxMessageView } from '../outbox-message.ts';
import type { PaymentInstructions } from '../payment-methods-and-instructions.ts';
import { PROVIDERS } from '../sign-in-providers.ts';
import type { Slot } from '../slot.ts';
import {
  count,
  date,
  id,
  instant,
  money,
  nullableText,
  type SchemaOf,
  startTime,
  version,
} from './base-schemas.ts';
import { bookingSchema } from './booking-answer-schemas.ts';
import { ledgerEntrySchema } from './ledger-and-statement-answer-schemas.ts';
import { offerSchema } from './waiting-list-routes.ts';

export * from './admin-inbox-answer-schemas.ts';
export * from './backup-answer-schemas.ts';
export { money } from './base-schemas.ts';
export * from './booking-answer-schemas.ts';
export * from './ledger-and-statement-answer-schemas.ts';
export * from './series-answer-schemas.ts';

export const messageSchema = v.strictObject({ message: v.string() });

export const failureSchema: SchemaOf<FailureBody> = v.looseObject({
  error: v.pipe(v.string(), v.description('A sentence a person can act on')),
  reason: v.picklist(REASONS),
  fields: v.exactOptional(v.record(v.string(), v.string())),
  slots: v.exactOptional(v.array(startTime)),
  amount: v.exactOptional(money),
  bookings: v.exactOptional(v.array(id)),
  dates: v.exactOptional(v.array(date)),
  request_id: v.exactOptional(v.string()),
});

const courtEntries = {
  id,
  name: v.string(),
  description: v.string(),
  hourly_rate: money,
  price_per_hour: money,
  features: v.array(v.string()),
  image_url: nullableText,
  active: v.boolean(),
  upcoming_rates: v.exactOptional(v.array(v.strictObject({ id, from: date, hourly_rate: money }))),
};
export const courtSchema: SchemaOf<Court> = v.strictObject(courtEntries);

export const slotSchema: SchemaOf<Slot> = v.strictObject({
  hour: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(47)),
  time: v.string(),
  start_time: startTime,
  calendar_date: date,
  available: v.boolean(),
  isPast: v.boolean(),
  pricingTier: v.picklist(['morning', 'off_peak', 'peak']),
  offered_until: v.exactOptional(instant),
});

export const instructionsSchema: SchemaOf<PaymentInstructions> = v.strictObject({
  title: v.string(),
  lines: v.array(v.string()),
  details: v.array(
    v.strictObject({ label: v.string(), value: v.string(), copy: v.exactOptional(v.string()) }),
  ),
  notes: v.array(v.string()),
});

const preferencesSchema = v.strictObject({
  email_notifications: v.exactOptional(v.boolean()),
  sms_notifications: v.exactOptional(v.boolean()),
  default_duration: v.exactOptional(v.number()),
  favorite_courts: v.exactOptional(v.array(id)),
});

const userEntries = {
  id,
  email: v.string(),
  name: v.string(),
  phone: nullableText,
  is_admin: v.boolean(),
  role: v.nullable(v.picklist(ROLES)),
  preferences: preferencesSchema,
  email_verified: v.boolean(),
  oauth_provider: nullableText,
  first_name: nullableText,
  last_name: nullableText,
  profile_image_url: nullableText,
  created_at: instant,
  updated_at: instant,
};
export const userSchema: SchemaOf<User> = v.strictObject({
  ...userEntries,
  has_password: v.boolean(),
  admin_locked: v.boolean(),
  screen_locked: v.exactOptional(v.literal(true)),
});
export const adminUserSchema: SchemaOf<AdminUserView> = v.strictObject({
  ...userEntries,
  bookings: count,
  last_login_at: v.nullable(instant),
  passkeys: count,
  totp: v.boolean(),
});

export const sessionSchema: SchemaOf<SessionView> = v.strictObject({
  id: v.string(),
  device: v.string(),
  logged_in_at: instant,
  last_seen_at: instant,
  current: v.boolean(),
});

export const signInMethodsSchema: SchemaOf<SignInMethods> = v.strictObject({
  password: v.boolean(),
  providers: v.array(v.strictObject({ provider: v.picklist(PROVIDERS), added_at: instant })),
});

/** Which details an action has is written down in `AuditDetails`; a schema of thirty cases would only repeat it. */
export const auditEntrySchema = v.strictObject({
  id,
  at: instant,
  actor: v.string(),
  actor_name: nullableText,
  action: v.string(),
  details: v.record(v.string(), v.unknown()),
}) as unknown as SchemaOf<AuditEntry>;

const receiptSchema: SchemaOf<ReceiptView> = v.strictObject({
  url: v.string(),
  uploaded_at: instant,
  reused_in: v.array(id),
  replaced: v.array(v.strictObject({ url: nullableText, uploaded_at: instant, rejected: nullableText })),
  rejected: nullableText,
  iban: v.string(),
});

export const bookingDetailSchema: SchemaOf<BookingDetail> = v.strictObject({
  booking: bookingSchema,
  history: v.array(auditEntrySchema),
  receipt: v.nullable(receiptSchema),
  restore_warning: nullableText,
  entries: v.array(ledgerEntrySchema),
  credit: v.nullable(money),
  manage_url: v.string(),
});

export const bookingListSchema: SchemaOf<BookingListPage> = v.strictObject({
  bookings: v.array(bookingSchema),
  total: count,
  total_is_minimum: v.boolean(),
  next_cursor: nullableText,
});

export const closureSchema: SchemaOf<Closure> = v.strictObject({
  id,
  court_id: id,
  date,
  slots: v.array(startTime),
  reason: v.string(),
});

export const dayScheduleSchema: SchemaOf<AdminDaySchedule> = v.strictObject({
  date,
  today: date,
  courts: v.array(
    v.strictObject({
      court: courtSchema,
      bookings: v.array(bookingSchema),
      closures: v.array(closureSchema),
      offers: v.array(offerSchema),
    }),
  ),
});

export const rescheduleQuoteSchema: SchemaOf<RescheduleQuote> = v.strictObject({
  from: money,
  to: money,
  difference: money,
  taken: v.array(startTime),
});

export const adminCourtSchema: SchemaOf<AdminCourt> = v.strictObject({
  ...courtEntries,
  version,
  upcoming: count,
});

export const statsSchema = v.strictObject({
  total_bookings: count,
  bookings_today: count,
  total_revenue: money,
  filtered_revenue: money,
  total_members: count,
  pending_bookings: count,
  paid_bookings: count,
  cancelled_bookings: count,
});

export const insightsSchema: SchemaOf<Insights> = v.strictObject({
  step: v.picklist(['day', 'month']),
  revenue: v.array(v.strictObject({ period: v.string(), amount: money, kept: money, bookings: count })),
  occupancy: v.array(v.strictObject({ hour: count, booked: count, open: count })),
  sold: v.exactOptional(
    v.array(
      v.strictObject({ kind: v.picklist(LINE_KINDS), label: v.string(), quantity: count, amount: money }),
    ),
  ),
});

export const contactMessageSchema: SchemaOf<AdminContactMessage> = v.strictObject({
  id,
  name: v.string(),
  email: v.string(),
  subject: v.string(),
  message: v.string(),
  created_at: instant,
  read: v.boolean(),
});

export const outboxMessageSchema: SchemaOf<OutboxMessageView> = v.strictObject({
  id,
  kind: v.picklist(Object.keys(MESSAGE_KIND_LABELS) as (keyof typeof MESSAGE_KIND_LABELS)[]),
  channel: v.picklist(['email', 'sms']),
  audience: v.picklist(['customer', 'club', 'account']),
  booking_id: v.nullable(id),
  recipient: nullableText,
  state: v.picklist(MESSAGE_STATES),
  reason: nullableText,
  attempts: count,
  created_at: instant,
  due_at: v.nullable(instant),
  settled_at: v.nullable(instant),
});

/** The entries of an outbox page beside its messages. */
export const outboxPageEntries = {
  next_cursor: v.nullable(v.number()),
  counts: v.strictObject({ queued: count, sent: count, saved: count, failed: count, withdrawn: count }),
  mail: v.picklist(['smtp', 'files']),
  sms: v.picklist(['on', 'off']),
};

export const healthSchema = v.strictObject({
  status: v.picklist(['ok', 'stopping', 'broken']),
  live: v.pipe(v.literal(true), v.description('True whenever the process answers')),
  ready: v.pipe(v.boolean(), v.description('True when the database answers and the server is not stopping')),
  version: v.string(),
  schema: count,
  uptime_seconds: count,
  last_backup: v.nullable(instant),
  backup_overdue: v.pipe(
    v.boolean(),
    v.description(
      'True when backups are on and the last success, or the club without one, is older than a day and a half',
    ),
  ),
  last_copy: v.pipe(
    v.nullable(instant),
    v.description('The moment of the last copy in the bucket or folder; null without copies'),
  ),
  copy_overdue: v.pipe(
    v.boolean(),
    v.description('True when changes are not copied for three intervals and a quarter of an hour'),
  ),
  last_rehearsal: v.pipe(
    v.nullable(instant),
    v.description('When a copy was last restored into a temporary folder and compared'),
  ),
  rehearsal_overdue: v.pipe(
    v.boolean(),
    v.description('True when the last rehearsal failed, or is older than nine days'),
  ),
  mail: v.pipe(
    v.picklist(['smtp', 'files']),
    v.description('`files`: no mail server is set up, so the server saves emails as files'),
  ),
  warnings: v.exactOptional(
    v.pipe(
      v.array(v.picklist(['database_replaced', 'future_instants', 'untrusted_proxy'])),
      v.description('For admins and requests from the server’s machine only'),
    ),
  ),
});
