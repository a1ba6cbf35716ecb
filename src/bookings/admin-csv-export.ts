import type { Booking } from '../domain/booking.ts';
import { calendarDateOf, slotIndexOf } from '../domain/slot.ts';
import { streamCsv } from '../http/csv.ts';
import type { AdminBookingList } from './admin-booking-list.ts';
import type { BookingFilter, Cursor } from './admin-booking-query.ts';

const COLUMNS = [
  'number',
  'business_day',
  'calendar_date',
  'start_time',
  'minutes',
  'slots',
  'court',
  'name',
  'phone',
  'email',
  'status',
  'payment_method',
  'amount_pkr',
  'created_at',
];

/** Streams all bookings of a filter as CSV. */
export function streamBookingsCsv(list: AdminBookingList, filter: BookingFilter): ReadableStream<Uint8Array> {
  let cursor: Cursor | null = null;
  return streamCsv(COLUMNS, (batchSize) => {
    const rows = list.listRows(filter, batchSize, cursor);
    cursor = rows.at(-1)?.cursor ?? cursor;
    return rows.map((row) => toCsvRow(row.booking));
  });
}

function toCsvRow(booking: Booking): (string | number)[] {
  return [
    booking.id,
    booking.date,
    calendarDateOf(booking.date, slotIndexOf(booking.start_time) ?? 14),
    booking.start_time,
    booking.duration,
    booking.slots.join(' '),
    booking.court_name,
    booking.name,
    booking.phone,
    booking.email,
    booking.status,
    booking.payment_method,
    booking.computed_amount,
    booking.created_at,
  ];
}
