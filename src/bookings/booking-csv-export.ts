import type { Booking } from '../domain/booking.ts';
import { itemLines } from '../domain/price.ts';
import { calendarDateOf, slotIndexOf } from '../domain/slot.ts';
import type { CsvExport } from '../http/csv.ts';
import type { AdminBookingList } from './admin-booking-list.ts';
import type { BookingFilter, Cursor } from './booking-filter.ts';

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
  // What is owed or, for a cancelled booking, kept by the club.
  'charge_pkr',
  'paid_pkr',
  'due_pkr',
  'created_at',
];

/** All bookings matching a filter; the add-ons column only appears once any have been sold. */
export function bookingsCsv(list: AdminBookingList, filter: BookingFilter): CsvExport {
  const lines = list.hasLines();
  let cursor: Cursor | null = null;
  return {
    columns: lines ? [...COLUMNS, 'add_ons_and_discounts'] : COLUMNS,
    nextBatch(size) {
      const rows = list.listRows(filter, size, cursor);
      cursor = rows.at(-1)?.cursor ?? cursor;
      const paidBy = list.paidBy(rows.map(({ booking }) => booking.id));
      return rows.map(({ booking }) => {
        const row = toCsvRow(booking, paidBy);
        return lines ? [...row, linesInWords(booking)] : row;
      });
    },
  };
}

/** `Racket × 2 1000; Code WELCOME -500` */
function linesInWords({ lines }: Booking): string {
  return itemLines(lines)
    .map(({ label, amount }) => `${label} ${amount}`)
    .join('; ');
}

function toCsvRow(booking: Booking, paidBy: ReadonlyMap<number, readonly string[]>): (string | number)[] {
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
    // How it was paid; before any money, the chosen method.
    paidBy.get(booking.id)?.join(' + ') ?? booking.payment_method,
    booking.computed_amount,
    booking.charge,
    booking.received,
    booking.due ?? booking.balance,
    booking.created_at,
  ];
}
