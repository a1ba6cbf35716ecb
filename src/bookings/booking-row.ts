import type { Attendance, Booking } from '../domain/booking.ts';
import type { BookingLine } from '../domain/booking-price-lines.ts';
import type { BookingStatus } from '../domain/booking-status.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { LINES_COLUMN } from './booking-lines.ts';

export interface BookingRow {
  id: number;
  court_id: number;
  court_name: string;
  user_id: number | null;
  series_id: number | null;
  date: string;
  start_time: string;
  duration: number;
  slots: string;
  name: string;
  email: string;
  phone: string;
  status: BookingStatus;
  provider_ref: string | null;
  payment_method: string;
  payment_receipt: string | null;
  hourly_rate: number;
  computed_amount: number;
  sms_updates: number;
  attendance: Attendance | null;
  charge: number;
  received: number;
  pay_by: number | null;
  remind_at: number | null;
  created_at: number;
  version: number;
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
