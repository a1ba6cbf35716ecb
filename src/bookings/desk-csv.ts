import Papa from 'papaparse';
import type { Booking } from '../domain/booking.ts';
import { calendarDateOf, hourOf } from '../domain/slot.ts';
import type { BookingFilter, Cursor } from './desk-filter.ts';
import type { DeskList } from './desk-list.ts';

const ROWS_AT_ONCE = 1000;
/** What a spreadsheet would compute, in full-width letters too. A plus sign with digits only is a phone number. */
const FORMULA = /^(?!\+\d+$)[=+\-@\t\r＝＋－＠]/;

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
export function bookingsCsv(list: DeskList, filter: BookingFilter): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after: Cursor | null = null;
  let header = true;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const rows = list.rows(filter, ROWS_AT_ONCE, after);
      const lines = rows.map((row) => lineOf(row.booking));
      const text = Papa.unparse(header ? [COLUMNS, ...lines] : lines, { escapeFormulae: FORMULA });
      // The mark in front tells spreadsheets that the file is UTF-8.
      if (text !== '') controller.enqueue(encoder.encode(`${header ? '\ufeff' : ''}${text}\r\n`));
      header = false;
      after = rows.at(-1)?.cursor ?? null;
      if (rows.length < ROWS_AT_ONCE) controller.close();
    },
  });
}

function lineOf(booking: Booking): (string | number)[] {
  return [
    booking.id,
    booking.date,
    calendarDateOf(booking.date, hourOf(booking.start_time) ?? 14),
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
