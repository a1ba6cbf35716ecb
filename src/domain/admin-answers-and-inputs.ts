import * as v from 'valibot';
import type { User } from './account.ts';
import { chosenAddOnsSchema } from './add-on.ts';
import type { AuditEntry } from './audit-log-entry.ts';
import type { CopyOverview } from './backup-status-and-warnings.ts';
import { ATTENDANCES, type Booking } from './booking-and-booking-request.ts';
import type { MissingBooking } from './booking-missing-after-restore.ts';
import type { LineKind } from './booking-price-lines.ts';
import { BOOKING_STATUSES } from './booking-status.ts';
import type { Court } from './court.ts';
import { amountSchema, type LedgerEntry, statusMoneyEntries } from './ledger.ts';
import type { Series, SeriesRequest } from './series.ts';
import { singleLineText } from './text-schemas.ts';
import type { Offer } from './waiting-list.ts';

/** The answer of `GET /api/admin/stats`. Money in PKR; only `filtered_revenue` uses the date filter. */
export interface AdminStats {
  total_bookings: number;
  /** Bookings played on today's business day, without cancelled ones. */
  bookings_today: number;
  total_revenue: number;
  filtered_revenue: number;
  total_members: number;
  pending_bookings: number;
  paid_bookings: number;
  cancelled_bookings: number;
}

/** Sort orders of the bookings list; a leading minus sorts descending. */
export const BOOKING_SORTS = ['created', 'begins', 'name', 'amount'] as const;
export type BookingSort = (typeof BOOKING_SORTS)[number];

export interface BookingListPage {
  bookings: Booking[];
  total: number;
  /** The search stopped counting; there are at least `total` bookings. */
  total_is_minimum: boolean;
  next_cursor: string | null;
}

export interface ReceiptView {
  url: string;
  uploaded_at: string;
  /** Other bookings that got the same picture. */
  reused_in: number[];
  /** Earlier receipts, newest first; `url` is null when an earlier version of the program deleted the file. */
  replaced: { url: string | null; uploaded_at: string; rejected: string | null }[];
  /** Why an admin did not accept the newest one; null while it waits or counts. */
  rejected: string | null;
  /** The club's IBAN that the customer was told before the upload; empty when there was none. */
  iban: string;
}

/** A released booking whose receipt came too late. */
export interface LateReceipt {
  booking: Booking;
  /** Its slots are free, and play has not begun. */
  can_restore: boolean;
  /** It belongs to a member, who can have credit. */
  can_credit: boolean;
}

/** Bookings that wait for a decision of the reception; at most 200 of each, the next to play first. */
export interface BookingInbox {
  /** Receipts still to be checked. */
  receipts: Booking[];
  late_receipts: LateReceipt[];
  mass_unpaid: MassUnpaidBookings[];
  to_give_back: Booking[];
  /** Unpaid, without a receipt, and played within two hours. */
  unpaid_soon: Booking[];
}

/** What is wrong with the club's machine. */
export interface Alarm {
  kind: 'backup' | 'disk' | 'mail';
  /** A sentence for the reception. */
  text: string;
}

/** Everything that waits for the reception. */
export interface Inbox extends BookingInbox {
  unread_messages: number;
  /** Emails and text messages that could not be sent. */
  failed_messages: number;
  /** Members who ask for a series. */
  series_requests: SeriesRequest[];
  /** Series that end soon and that no admin has let end. */
  series_ending: Series[];
  /** Bookings that a lost machine took along and that emails to the club still name. */
  missing_bookings: MissingBooking[];
  /** What is wrong with the backups, the copies, the disk or the mail, a sentence each. */
  alarms: Alarm[];
  /** How old the last copy and the last rehearsal of a restore are; null when no copies are made. */
  copies: Pick<CopyOverview, 'last_copy' | 'last_rehearsal'> | null;
  /** The number of all of it, beyond the limits of the lists. */
  count: number;
}

export interface BookingDetail {
  booking: Booking;
  history: AuditEntry[];
  receipt: ReceiptView | null;
  /** Why restoring a cancelled booking may be a mistake; null when nothing is wrong. */
  restore_warning: string | null;
  /** Its money, oldest first. */
  entries: LedgerEntry[];
  /** PKR of credit its member has left; null for a guest's booking. */
  credit: number | null;
  /** The customer's own link with its key. */
  manage_url: string;
}

/** Bookings whose charge and received money differ; at most 200 of each. */
export interface UnsettledBookings {
  /** The nearest date first. */
  to_give_back: Booking[];
  /** From today on, the next to play first. */
  to_collect: Booking[];
  /** Played before today and still not paid, the newest first. */
  overdue: Booking[];
  /** How many bookings each list would have without its limit. */
  counts: { to_give_back: number; to_collect: number; overdue: number };
}

/** Many unpaid bookings from one network, contact or member. */
export interface MassUnpaidBookings {
  booking_ids: number[];
  /** Half-hours that they hold. */
  slots: number;
  first_at: string;
  last_at: string;
}

export interface AdminUserView extends Omit<User, 'has_password' | 'admin_locked' | 'screen_locked'> {
  bookings: number;
  last_login_at: string | null;
  passkeys: number;
  /** An authenticator app is set up. */
  totp: boolean;
}

export interface AdminUserDetail {
  user: AdminUserView;
  history: AuditEntry[];
  /** PKR of credit left. */
  credit: number;
}

export interface AdminContactMessage {
  id: number;
  name: string;
  email: string;
  subject: string;
  message: string;
  created_at: string;
  read: boolean;
}

export interface AdminCourt extends Court {
  version: number;
  /** Number of bookings from today on, without cancelled ones. */
  upcoming: number;
}

export interface Closure {
  id: number;
  court_id: number;
  date: string;
  /** Start times in playing order. */
  slots: string[];
  reason: string;
}

/** Everything that holds a slot on one business day. */
export interface AdminDaySchedule {
  date: string;
  today: string;
  courts: { court: Court; bookings: Booking[]; closures: Closure[]; offers: Offer[] }[];
}

export interface Insights {
  /** Whether one entry of `revenue` is a day or a month. */
  step: 'day' | 'month';
  /** PKR by day or month of play; `kept` is the part of it that came from cancelled bookings. */
  revenue: { period: string; amount: number; kept: number; bookings: number }[];
  /** In playing order. `open` and `booked` count slots; closed slots are not open. */
  occupancy: { hour: number; booked: number; open: number }[];
  /** Add-ons and discounts of bookings that stand, by name, in PKR; absent without them. */
  sold?: { kind: LineKind; label: string; quantity: number; amount: number }[];
}

/** The price of a booking at another time or court. */
export interface RescheduleQuote {
  from: number;
  to: number;
  /** Positive: the customer owes it; negative: the club refunds it. */
  difference: number;
  /** Start times of the new slots that are taken. */
  taken: string[];
}

/** A change that the server reports to an open dashboard. It holds nothing personal. */
export interface AdminEvent {
  kind: string;
  id: number;
}

export const idSchema = v.pipe(
  v.number('Please choose one.'),
  v.integer('Please choose one.'),
  v.minValue(1),
);
const versionSchema = v.pipe(v.number('The version is a number.'), v.integer('The version is a number.'));
export const slotsSchema = v.pipe(
  v.array(v.string('Please select time slots.'), 'Please select time slots.'),
  v.maxLength(48, 'Please select time slots.'),
);
export const dateSchema = v.pipe(v.string('Date is required'), v.nonEmpty('Date is required'));

export const statusChangeSchema = v.strictObject({
  status: v.picklist(BOOKING_STATUSES, 'Status must be pending, paid or cancelled.'),
  version: v.optional(versionSchema),
  ...statusMoneyEntries,
});
export type StatusChange = v.InferOutput<typeof statusChangeSchema>;

/** The add-ons that a booking has from now on. */
export const addOnChangeSchema = v.strictObject({
  add_ons: chosenAddOnsSchema,
  version: v.optional(versionSchema),
});
export type AddOnChange = v.InferOutput<typeof addOnChangeSchema>;

export const attendanceSchema = v.strictObject({
  attendance: v.nullable(v.picklist(ATTENDANCES, 'Attendance must be arrived, no_show or null.')),
  version: v.optional(versionSchema),
});
export type AttendanceInput = v.InferOutput<typeof attendanceSchema>;

export const rescheduleQuoteSchema = v.strictObject({
  court_id: idSchema,
  date: dateSchema,
  slots: slotsSchema,
});
export const rescheduleSchema = v.strictObject({
  ...rescheduleQuoteSchema.entries,
  version: versionSchema,
  /** The amount that the admin saw; the server refuses another amount. */
  amount: v.optional(v.number('The amount is a number.')),
});
export type RescheduleInput = v.InferOutput<typeof rescheduleSchema>;

export const receiptRejectionSchema = v.strictObject({
  reason: v.pipe(
    singleLineText('Please say why the receipt is not accepted.'),
    v.nonEmpty('Please say why the receipt is not accepted.'),
    v.maxLength(200, 'Please use at most 200 characters.'),
  ),
  version: v.optional(versionSchema),
});

export const releaseUnpaidSchema = v.strictObject({
  booking_ids: v.pipe(
    v.array(idSchema, 'Please choose bookings.'),
    v.minLength(1, 'Please choose bookings.'),
    v.maxLength(500, 'At most 500 bookings at once.'),
  ),
});

export const lateReceiptDecisionSchema = v.strictObject({
  decision: v.picklist(['restore', 'credit', 'refund'], 'Please choose restore, credit or refund.'),
  /** PKR that came; without it the price of the booking. */
  amount: v.optional(amountSchema),
  version: v.optional(versionSchema),
});
export type LateReceiptDecision = v.InferOutput<typeof lateReceiptDecisionSchema>;

export const closureSchema = v.strictObject({
  court_id: idSchema,
  date: dateSchema,
  slots: v.pipe(slotsSchema, v.minLength(1, 'Please select time slots.')),
  reason: v.pipe(
    singleLineText('Please say why the court is closed.'),
    v.nonEmpty('Please say why the court is closed.'),
    v.maxLength(200, 'Please use at most 200 characters.'),
  ),
});
export type ClosureInput = v.InferOutput<typeof closureSchema>;

export const messageReadSchema = v.strictObject({ read: v.boolean('Read is yes or no.') });
