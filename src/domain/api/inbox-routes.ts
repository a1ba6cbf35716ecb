import * as v from 'valibot';
import { GRANT_KINDS } from '../refund.ts';
import { massUnpaidSchema } from './admin-booking-routes.ts';
import { count, id, instant, money, nullableText } from './base-schemas.ts';
import { bookingSchema } from './booking-answers.ts';
import { refundDueSchema } from './ledger-answers.ts';
import { adminPayerSchema } from './payer-routes.ts';
import { data, type RouteContract } from './route-contract.ts';
import { seriesAnswerSchema, seriesRequestAnswerSchema } from './series-routes.ts';

/** Bookings waiting for a decision by the reception; at most 200 of each kind, the next to play first. */
const bookingInboxSchema = v.strictObject({
  mass_unpaid: v.array(massUnpaidSchema),
  to_give_back: v.array(refundDueSchema),
  /** Unpaid, without a receipt, and starting within two hours. */
  unpaid_soon: v.array(bookingSchema),
});
export type BookingInbox = v.InferOutput<typeof bookingInboxSchema>;

/** A problem with the club's machine, something a restored club may lack, or something that has waited too long. */
const alarmSchema = v.strictObject({
  kind: v.picklist(['backup', 'bank', 'clock', 'database', 'disk', 'mail', 'receipt', 'restore']),
  /** A sentence for the reception. */
  text: v.string(),
});
export type Alarm = v.InferOutput<typeof alarmSchema>;

/** What a staff member has given away since an owner last looked; amounts in PKR. */
const staffAlarmSchema = v.strictObject({
  /** Null for a deleted account. */
  staff_id: v.nullable(id),
  staff_name: nullableText,
  since: instant,
  /** The newest entry, for `PUT /api/admin/staff-grants/seen`. */
  last_id: id,
  given: money,
  /** Refused by the limit. */
  refused: money,
  /** Transfers and card payments the staff member recorded without a receipt. */
  unproven: money,
  /** Cash missing at counts. */
  missing: money,
  /** Cash missing when a shift opened, compared with the last count. */
  taken_out: money,
  /**
   * How many emails of bookings with money the staff member corrected without a text message telling the customer.
   */
  contacts: count,
  /** Newest first, at most 20. */
  grants: v.array(
    v.strictObject({
      at: instant,
      kind: v.picklist(GRANT_KINDS),
      amount: money,
      booking_id: v.nullable(id),
      booking_name: nullableText,
      booking_phone: nullableText,
    }),
  ),
});
export type StaffAlarm = v.InferOutput<typeof staffAlarmSchema>;

/** A payer's receipt waiting for review, with its image. */
const waitingReceiptSchema = v.strictObject({
  /** Carries the money of the customer's own part if the receipt is the customer's and in time. */
  booking: bookingSchema,
  payer: adminPayerSchema,
  /** It came after the release, or for a share that is no longer owed. */
  late: v.boolean(),
  /** What it should show. For a late one: what was outstanding, or 0 if the host has taken over the share. */
  amount: money,
  /** For a late one: the slots are free and play has not begun. */
  can_restore: v.boolean(),
  /** It belongs to a member, who can hold credit. */
  can_credit: v.boolean(),
});

/** Everything waiting for the reception. */
const inboxSchema = v.strictObject({
  ...bookingInboxSchema.entries,
  /** Receipts to review; at most 200, those in time first, then by play. */
  receipts: v.array(waitingReceiptSchema),
  unread_messages: count,
  failed_messages: count,
  /** Members asking for a series. */
  series_requests: v.array(seriesRequestAnswerSchema),
  /** Series that end soon and that no admin has let end. */
  series_ending: v.array(seriesAnswerSchema),
  alarms: v.array(alarmSchema),
  /** Owners only; empty for staff. */
  staff_alarms: v.array(staffAlarmSchema),
  /** The age of the last copy and of the last rehearsal; null when no copies are made. */
  copies: v.nullable(v.strictObject({ last_copy: v.nullable(instant), last_rehearsal: v.nullable(instant) })),
  /** The total, beyond the limits of the lists. */
  count,
});
export type Inbox = v.InferOutput<typeof inboxSchema>;

export const INBOX_ROUTES = {
  'GET /api/admin/inbox': {
    summary: 'Everything waiting for the reception',
    access: 'staff',
    answer: data(inboxSchema),
  },
  'GET /api/admin/inbox/count': {
    summary: 'How much is waiting for the reception',
    access: 'staff',
    answer: data(v.strictObject({ count: v.number() })),
  },
} as const satisfies Record<string, RouteContract>;
