import * as v from 'valibot';
import { GRANT_KINDS } from '../refund.ts';
import { massUnpaidSchema } from './admin-booking-routes.ts';
import { count, id, instant, money, nullableText } from './base-schemas.ts';
import { bookingSchema } from './booking-answers.ts';
import { refundDueSchema } from './ledger-answers.ts';
import { adminPayerSchema } from './payer-routes.ts';
import { data, type RouteContract } from './route-contract.ts';
import { seriesAnswerSchema, seriesRequestAnswerSchema } from './series-routes.ts';

/** Bookings that wait for a decision of the reception; at most 200 of each, the next to play first. */
const bookingInboxSchema = v.strictObject({
  mass_unpaid: v.array(massUnpaidSchema),
  to_give_back: v.array(refundDueSchema),
  /** Unpaid, without a receipt, and played within two hours. */
  unpaid_soon: v.array(bookingSchema),
});
export type BookingInbox = v.InferOutput<typeof bookingInboxSchema>;

/** What is wrong with the club's machine, what a restored club may lack, or what waits too long for the reception. */
const alarmSchema = v.strictObject({
  kind: v.picklist(['backup', 'bank', 'clock', 'database', 'disk', 'mail', 'receipt', 'restore']),
  /** A sentence for the reception. */
  text: v.string(),
});
export type Alarm = v.InferOutput<typeof alarmSchema>;

/** What a staff member gave away since an owner last looked; amounts in PKR. */
const staffAlarmSchema = v.strictObject({
  /** Null for an account that was deleted. */
  staff_id: v.nullable(id),
  staff_name: nullableText,
  since: instant,
  /** The newest entry, for `PUT /api/admin/staff-grants/seen`. */
  last_id: id,
  given: money,
  /** What the limit refused. */
  refused: money,
  /** Transfers and cards that the staff member entered without a receipt. */
  unproven: money,
  /** Cash that was missing at counts. */
  missing: money,
  /** Cash that a shift opened without, of what the last count left. */
  taken_out: money,
  /** Emails of bookings with money that the staff member corrected, where no text message told the customer. */
  contacts: count,
  /** Newest first; at most 20. */
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

/** A payer's receipt that waits for the reception; the payer has it with its picture. */
const waitingReceiptSchema = v.strictObject({
  /** With the money of its customer's own part when the receipt is the customer's and in time. */
  booking: bookingSchema,
  payer: adminPayerSchema,
  /** It came after the release, or for a share that is owed no more. */
  late: v.boolean(),
  /** What it should show; of a late one what was still to come, 0 when the host has taken the share over. */
  amount: money,
  /** Of a late one: the slots are free, and play has not begun. */
  can_restore: v.boolean(),
  /** It is a member's, who can have credit. */
  can_credit: v.boolean(),
});

/** Everything that waits for the reception. */
const inboxSchema = v.strictObject({
  ...bookingInboxSchema.entries,
  /** Receipts to decide on; at most 200, those in time before the late ones, the next to play first. */
  receipts: v.array(waitingReceiptSchema),
  unread_messages: count,
  /** Emails and text messages that could not be sent. */
  failed_messages: count,
  /** Members who ask for a series. */
  series_requests: v.array(seriesRequestAnswerSchema),
  /** Series that end soon and that no admin has let end. */
  series_ending: v.array(seriesAnswerSchema),
  alarms: v.array(alarmSchema),
  /** For owners; staff get none. */
  staff_alarms: v.array(staffAlarmSchema),
  /** How old the last copy and the last rehearsal of a restore are; null when no copies are made. */
  copies: v.nullable(v.strictObject({ last_copy: v.nullable(instant), last_rehearsal: v.nullable(instant) })),
  /** The number of all of it, beyond the limits of the lists. */
  count,
});
export type Inbox = v.InferOutput<typeof inboxSchema>;

/** What waits for the reception. */
export const INBOX_ROUTES = {
  'GET /api/admin/inbox': {
    summary: 'Everything that waits for the reception',
    access: 'staff',
    answer: data(inboxSchema),
  },
  'GET /api/admin/inbox/count': {
    summary: 'How much waits for the reception',
    access: 'staff',
    answer: data(v.strictObject({ count: v.number() })),
  },
} as const satisfies Record<string, RouteContract>;
