import type { Booking } from '../domain/booking.ts';
import type { BookingLine } from '../domain/booking-price-lines.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { LINES_COLUMN } from './booking-lines.ts';

/** A booking as SQLite stores it; a field that is stored as it is answered needs no line here. */
export interface BookingRow
  extends Omit<
    Booking,
    'slots' | 'sms_updates' | 'created_at' | 'receipt_received' | 'balance' | 'pay_by' | 'lines'
  > {
  /** A JSON list. */
  slots: string;
  sms_updates: number;
  created_at: number;
  payment_receipt: string | null;
  pay_by: number | null;
  remind_at: number | null;
  /** A JSON list; null without lines. */
  lines: string | null;
}

export const BOOKING_COLUMNS = `booking.*, court.name AS court_name, ${LINES_COLUMN}`;
export const BOOKING_TABLES = bookingTables();

/** The tables of `BOOKING_COLUMNS`, found by an index of `booking`. */
export function bookingTables(index?: string): string {
  return `booking ${index ? `INDEXED BY ${index}` : ''} JOIN court ON court.id = booking.court_id`;
}

export function toBooking({ remind_at: _, lines, ...row }: BookingRow): Booking {
  return {
    ...row,
    ...(lines === null ? {} : { lines: JSON.parse(lines) as BookingLine[] }),
    slots: JSON.parse(row.slots) as string[],
    sms_updates: row.sms_updates === 1,
    created_at: clubTimestamp(row.created_at),
    receipt_received: row.payment_receipt !== null,
    balance: row.charge - row.received,
    pay_by: row.pay_by === null ? null : clubTimestamp(row.pay_by),
  };
}
