import type { Booking } from '../domain/booking.ts';
import type { MoneyPart } from '../domain/money-ways.ts';
import { itemLines } from '../domain/price.ts';
import { calendarDateOf, slotIndexOf } from '../domain/slot.ts';
import type { CsvExport } from '../http/csv.ts';
import type { AdminBookingList } from './admin-booking-list.ts';
import type { BookingFilter, Cursor } from './booking-filter.ts';

type Cell = (booking: Booking, paidWays: ReadonlyMap<number, readonly MoneyPart[]>) => string | number;

const COLUMNS: Record<string, Cell> = {
  number: ({ id }) => id,
  business_day: ({ date }) => date,
  calendar_date: ({ date, start_time }) => calendarDateOf(date, slotIndexOf(start_time) ?? 14),
  start_time: ({ start_time }) => start_time,
  minutes: ({ duration }) => duration,
  slots: ({ slots }) => slots.join(' '),
  court: ({ court_name }) => court_name,
  name: ({ name }) => name,
  phone: ({ phone }) => phone,
  email: ({ email }) => email,
  status: ({ status }) => status,
  // How it was paid; before any money, the chosen method.
  payment_method: ({ id, payment_method }, paidWays) =>
    (paidWays.get(id) ?? [{ method: payment_method }]).map(({ method }) => method).join(' + '),
  amount_pkr: ({ computed_amount }) => computed_amount,
  // What is owed or, for a cancelled booking, kept by the club.
  charge_pkr: ({ charge }) => charge,
  paid_pkr: ({ received }) => received,
  due_pkr: ({ due, balance }) => due ?? balance,
  created_at: ({ created_at }) => created_at,
};

const ADD_ON_COLUMN: Record<string, Cell> = { add_ons_and_discounts: linesInWords };

/** All bookings matching a filter; the add-ons column only appears once any have been sold. */
export function bookingsCsv(list: AdminBookingList, filter: BookingFilter): CsvExport {
  const columns = { ...COLUMNS, ...(list.hasLines() ? ADD_ON_COLUMN : {}) };
  const cells = Object.values(columns);
  let cursor: Cursor | null = null;
  return {
    columns: Object.keys(columns),
    nextBatch(size) {
      const rows = list.listRows(filter, size, cursor);
      cursor = rows.at(-1)?.cursor ?? cursor;
      const paidWays = list.paidWays(rows.map(({ booking }) => booking.id));
      return rows.map(({ booking }) => cells.map((cell) => cell(booking, paidWays)));
    },
  };
}

/** `Racket × 2 1000; Code WELCOME -500` */
function linesInWords({ lines }: Booking): string {
  return itemLines(lines)
    .map(({ label, amount }) => `${label} ${amount}`)
    .join('; ');
}
