import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { AttendanceInput } from '../domain/admin-inputs.ts';
import type { Booking } from '../domain/booking.ts';
import { businessDayOf } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import { longDate } from '../domain/format-date.ts';
import { startOfPlay } from '../domain/play-time.ts';
import type { BookingStore } from './store.ts';

/** Throws `wrong_state` for a cancelled booking or one that has not started yet. */
export function recordAttendance(
  tx: Transaction,
  bookings: BookingStore,
  id: number,
  { attendance, version }: AttendanceInput,
  actor: Actor,
): Booking {
  const booking = bookings.require(id, version);
  if (booking.status === 'cancelled') {
    throw new Failure('wrong_state', 'This booking is cancelled. Restore it first.');
  }
  if (attendance === 'arrived' && booking.date > businessDayOf(tx.now)) {
    throw new Failure('wrong_state', `This booking is for ${longDate(booking.date)}.`);
  }
  if (attendance === 'no_show' && startOfPlay(booking) > tx.now) {
    throw new Failure('wrong_state', 'This booking has not started yet, so the customer may still come.');
  }
  if (booking.attendance === attendance) return booking;
  tx.db.query('UPDATE booking SET attendance = ?, version = version + 1 WHERE id = ?').run(attendance, id);
  recordAuditEntry(tx, actor, 'attendance', 'booking', id, { from: booking.attendance, to: attendance });
  tx.emit({ kind: 'booking.attendance', booking_id: id });
  return bookings.require(id);
}
