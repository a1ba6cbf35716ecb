import Papa from 'papaparse';
import type { Booking } from '../domain/booking.ts';
import { calendarDateOf, slotIndexOf } from '../domain/slot.ts';
import type { AdminBookingList } from './admin-booking-list.ts';
import type { BookingFilter, Cursor } from './admin-booking-query.ts';

const BATCH_SIZE = 1000;
/** What a spreadsheet would compute, in full-width letters too. A plus sign with digits only is a phone number. */
const FORMULA_PATTERN = /^(?!\+\d+$)[=+\-@\t\r＝＋－＠]/;

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

/**
 * All bookings of a filter as CSV, one page of rows at a time, as fast as the other side reads. Text that a
 * spreadsheet would take for a formula is made harmless with an apostrophe.
 */
export function streamBookingsCsv(list: AdminBookingList, filter: BookingFilter): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let cursor: Cursor | null = null;
  let isFirstBatch = true;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const rows = list.listRows(filter, BATCH_SIZE, cursor);
      const csvRows = rows.map((row) => toCsvRow(row.booking));
      const text = Papa.unparse(isFirstBatch ? [COLUMNS, ...csvRows] : csvRows, {
        escapeFormulae: FORMULA_PATTERN,
      });
      // The mark in front tells spreadsheets that the file is UTF-8.
      if (text !== '') controller.enqueue(encoder.encode(`${isFirstBatch ? '\ufeff' : ''}${text}\r\n`));
      isFirstBatch = false;
      cursor = rows.at(-1)?.cursor ?? null;
      if (rows.length < BATCH_SIZE) controller.close();
    },
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
