import * as v from 'valibot';
import { lateReceiptSchema, massUnpaidSchema } from './admin-booking-routes.ts';
import { count, instant } from './base-schemas.ts';
import { bookingSchema } from './booking-answers.ts';
import { data, type RouteContract } from './route-contract.ts';
import { seriesAnswerSchema, seriesRequestAnswerSchema } from './series-routes.ts';

/** Bookings that wait for a decision of the reception; at most 200 of each, the next to play first. */
const bookingInboxSchema = v.strictObject({
  /** Receipts still to be checked. */
  receipts: v.array(bookingSchema),
  late_receipts: v.array(lateReceiptSchema),
  mass_unpaid: v.array(massUnpaidSchema),
  to_give_back: v.array(bookingSchema),
  /** Unpaid, without a receipt, and played within two hours. */
  unpaid_soon: v.array(bookingSchema),
});
export type BookingInbox = v.InferOutput<typeof bookingInboxSchema>;

/** What is wrong with the club's machine, or what a restored club may lack. */
const alarmSchema = v.strictObject({
  kind: v.picklist(['backup', 'disk', 'mail', 'restore']),
  /** A sentence for the reception. */
  text: v.string(),
});
export type Alarm = v.InferOutput<typeof alarmSchema>;

/** Everything that waits for the reception. */
const inboxSchema = v.strictObject({
  ...bookingInboxSchema.entries,
  unread_messages: count,
  /** Emails and text messages that could not be sent. */
  failed_messages: count,
  /** Members who ask for a series. */
  series_requests: v.array(seriesRequestAnswerSchema),
  /** Series that end soon and that no admin has let end. */
  series_ending: v.array(seriesAnswerSchema),
  alarms: v.array(alarmSchema),
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
