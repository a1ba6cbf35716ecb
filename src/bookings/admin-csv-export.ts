import Papa from 'papaparse';
import type { Booking } from '../domain/booking.ts';
import { calendarDateOf, slotIndexOf } from '../domain/slot.ts';
import type { AdminBookingList } from './admin-booking-list.ts';
import type { BookingFilter, Cursor } from './admin-booking-query.ts';

const BATCH_SIZE = 1000;
/** Matches text that spreadsheets run as a formula, full-width characters included, but not `+` with digits: a phone number. */
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

/** CSV lines; an apostrophe disarms cells that a spreadsheet would run as a formula. */
export function toCsvLines(rows: readonly (readonly unknown[])[]): string {
  return rows.length > 0 ? `${Papa.unparse([...rows], { escapeFormulae: FORMULA_PATTERN })}\r\n` : '';
}

/** Streams all bookings of a filter as CSV, one batch of rows each time the client is ready to read. */
export function streamBookingsCsv(list: AdminBookingList, filter: BookingFilter): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let cursor: Cursor | null = null;
  let isFirstBatch = true;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const rows = list.listRows(filter, BATCH_SIZE, cursor);
      const csvRows = rows.map((row) => toCsvRow(row.booking));
      // The byte order mark tells spreadsheets that the file is UTF-8.
      const text = isFirstBatch ? `\ufeff${toCsvLines([COLUMNS, ...csvRows])}` : toCsvLines(csvRows);
      if (text !== '') controller.enqueue(encoder.encode(text));
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
