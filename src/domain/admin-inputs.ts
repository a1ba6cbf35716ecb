import * as v from 'valibot';
import { chosenAddOnsSchema } from './add-on.ts';
import { ATTENDANCES } from './booking.ts';
import { BOOKING_STATUSES } from './booking-status.ts';
import { amountSchema, bookingDateSchema, idSchema, slotsSchema, versionSchema } from './field-schemas.ts';
import { statusMoneyEntries } from './ledger.ts';
import { LIST_LIMITS } from './list-limits.ts';
import { requiredLine } from './text-schemas.ts';

/** Sort orders of the bookings list; a leading minus sorts descending. */
export const BOOKING_SORTS = ['created', 'begins', 'name', 'amount'] as const;
export type BookingSort = (typeof BOOKING_SORTS)[number];

/** A change pushed to open dashboards. Holds nothing personal. */
export interface AdminEvent {
  kind: string;
  id: number;
}

/** The stream's sign of life: an event, because a browser doesn't show a stream's comments to the page. */
export const HEARTBEAT_EVENT = 'heartbeat';
/** Shorter than the server's idle timeout. */
export const HEARTBEAT_MS = 10_000;

export const statusChangeSchema = v.strictObject({
  status: v.picklist(BOOKING_STATUSES, 'Status must be pending, paid or cancelled.'),
  version: v.optional(versionSchema),
  ...statusMoneyEntries,
});
export type StatusChange = v.InferOutput<typeof statusChangeSchema>;

/** The complete list of the booking's add-ons after the change. */
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
  date: bookingDateSchema,
  slots: slotsSchema,
});
export const rescheduleSchema = v.strictObject({
  ...rescheduleQuoteSchema.entries,
  version: versionSchema,
  /** The amount the admin saw; the server refuses any other. */
  amount: v.optional(v.number('The amount must be a number.')),
});
export type RescheduleInput = v.InferOutput<typeof rescheduleSchema>;

const rejectionReason = requiredLine('Please say why the receipt is not accepted.', 200);
export const itemReceiptRejectionSchema = v.strictObject({ reason: rejectionReason });
export const receiptRejectionSchema = v.strictObject({
  reason: rejectionReason,
  version: v.optional(versionSchema),
  /** The player of a split booking who sent the receipt. */
  payer_id: v.optional(idSchema),
});

export const chosenBookings = v.pipe(
  v.array(idSchema, 'Please choose bookings.'),
  v.maxLength(LIST_LIMITS.inTheWay, 'At most 500 bookings at once.'),
);

export const releaseUnpaidSchema = v.pipe(
  v.strictObject({
    /** Released unless a receipt has arrived by now. */
    booking_ids: v.optional(chosenBookings, []),
    /** Released even though they have a receipt nobody has reviewed. */
    with_receipt_ids: v.optional(chosenBookings, []),
  }),
  v.forward(
    v.partialCheck(
      [['booking_ids'], ['with_receipt_ids']],
      ({ booking_ids, with_receipt_ids }) => booking_ids.length + with_receipt_ids.length > 0,
      'Please choose bookings.',
    ),
    ['booking_ids'],
  ),
);
export type ReleaseUnpaid = v.InferOutput<typeof releaseUnpaidSchema>;

export const lateReceiptDecisionSchema = v.strictObject({
  decision: v.picklist(['restore', 'credit', 'refund'], 'Please choose restore, credit or refund.'),
  /** PKR received; defaults to what was outstanding on the customer's part. */
  amount: v.optional(amountSchema),
  version: v.optional(versionSchema),
  /** The player whose receipt it is; defaults to the booking's customer. */
  payer_id: v.optional(idSchema),
});
export type LateReceiptDecision = v.InferOutput<typeof lateReceiptDecisionSchema>;

/** Moves a booking that is in the way of a closure or of new hours; without `move`, the club cancels it. */
const roomDecisionSchema = v.strictObject({
  booking_id: idSchema,
  version: versionSchema,
  move: v.optional(
    v.strictObject({
      ...rescheduleQuoteSchema.entries,
      amount: v.number('The amount must be a number.'),
    }),
  ),
});
export type RoomDecision = v.InferOutput<typeof roomDecisionSchema>;
export const roomDecisions = v.optional(
  v.pipe(v.array(roomDecisionSchema), v.maxLength(LIST_LIMITS.inTheWay)),
  [],
);

/** The bookings to describe, after the decisions. */
export const inTheWaySchema = v.strictObject({ booking_ids: chosenBookings, decisions: roomDecisions });

export const closureSchema = v.strictObject({
  court_id: idSchema,
  date: bookingDateSchema,
  slots: v.pipe(slotsSchema, v.minLength(1, 'Please select time slots.')),
  reason: requiredLine('Please say why the court is closed.', 200),
});
export type ClosureInput = v.InferOutput<typeof closureSchema>;

export const messageReadSchema = v.strictObject({ read: v.boolean('Read must be yes or no.') });
