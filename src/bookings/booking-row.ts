import type { Booking } from '../domain/booking.ts';
import type { BookingLine } from '../domain/booking-price-lines.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { chosenUpdates } from '../domain/consent.ts';
import { LINES_COLUMN } from './booking-lines.ts';

/** A row of the view: a booking with its customer. */
export interface BookingRow
  extends Omit<
    Booking,
    | 'slots'
    | 'sms_updates'
    | 'updates_by'
    | 'created_at'
    | 'receipt_received'
    | 'balance'
    | 'pay_by'
    | 'released'
    | 'is_shared'
    | 'lines'
    | 'due'
  > {
  state: string;
  price: number;
  rest: string;
  shares_closed_at: number | null;
  receipt_waits: number;
  is_shared: number;
  /** A JSON list. */
  slots: string;
  consents: string;
  created_at: number;
  pay_by: number | null;
  /** A JSON list; null if there are none. */
  lines: string | null;
  /** What the other payers get back; null if nobody does. */
  others_refund: number | null;
}

/** What nothing has changed yet in a booking that was just made. */
export const FRESH_BOOKING = {
  status: 'pending',
  released: false,
  is_shared: false,
  provider_ref: null,
  payment_receipt: null,
  receipt_received: false,
  received: 0,
  attendance: null,
  refund_account: null,
  version: 1,
} as const satisfies Partial<Booking>;

export const BOOKING_COLUMNS = `booking.*, court.name AS court_name, ${LINES_COLUMN},
  (SELECT sum(other.received - other.charge) FROM payer AS other
   WHERE other.booking_id = booking.id AND other.position > 1 AND other.received > other.charge) AS others_refund`;
/** `booking` here is the view `customer_booking`. */
export const BOOKING_TABLES = 'customer_booking AS booking JOIN court ON court.id = booking.court_id';

export function toBooking(row: BookingRow): Booking {
  // A receipt that has been decided says nothing about a booking that owes again.
  const isDecided = row.state === 'paid' || row.state === 'cancelled';
  const {
    state,
    price: _,
    rest: __,
    shares_closed_at: ___,
    receipt_waits: ____,
    lines,
    consents,
    others_refund,
    ...booking
  } = row;
  const balance = row.charge - row.received;
  return {
    ...booking,
    ...(lines === null ? {} : { lines: JSON.parse(lines) as BookingLine[] }),
    slots: JSON.parse(row.slots) as string[],
    ...chosenUpdates(consents),
    created_at: clubTimestamp(row.created_at),
    receipt_received: isDecided ? row.payment_receipt !== null : row.receipt_waits === 1,
    balance,
    ...(others_refund === null ? {} : { due: Math.max(0, balance + others_refund) }),
    pay_by: row.pay_by === null ? null : clubTimestamp(row.pay_by),
    released: state === 'released',
    is_shared: row.is_shared === 1,
  };
}
