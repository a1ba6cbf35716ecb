import type { Attendance, Booking } from '../../../src/domain/booking.ts';
import { endOfPlay, startOfPlay } from '../../../src/domain/play-time.ts';
import { callApi } from '../../lib/api.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { useChange } from '../use-change.ts';

export const ATTENDANCE_LABELS: Record<Attendance, string> = { arrived: 'Arrived', no_show: 'No-show' };

/** Records whether the customer came; the same record again undoes it. */
export function useAttendance(booking: Booking) {
  const { busy, error, run } = useChange('The attendance could not be saved. Please try again.');
  const record = (attendance: Attendance) =>
    run(() =>
      callApi('PUT /api/admin/bookings/:id/attendance', {
        params: { id: booking.id },
        body: { attendance: booking.attendance === attendance ? null : attendance },
      }),
    );
  return { busy, error, record };
}

/** What can be recorded now: before the start, a customer can arrive but can't be missing yet. */
export function offeredAttendances(booking: Booking, now: number): Attendance[] {
  return startOfPlay(booking) <= now ? ['arrived', 'no_show'] : ['arrived'];
}

/** How long before play customers arrive. */
export const ARRIVAL_MS = 15 * 60_000;

/** True if the customer may arrive at any moment, or is already playing. */
export function isDue(booking: Booking, now: number): boolean {
  return startOfPlay(booking) - now <= ARRIVAL_MS && endOfPlay(booking) > now;
}

/** Records with one press whether the customer came; a second press undoes it. */
export function AttendanceButtons({
  booking,
  offered,
  isDue = false,
}: {
  booking: Booking;
  offered: readonly Attendance[];
  /** The customer may arrive at any moment, which makes *Arrived* the main action. */
  isDue?: boolean;
}) {
  const { busy, error, record } = useAttendance(booking);
  return (
    <div className="admin-attendance">
      {offered.map((attendance) => (
        <button
          key={attendance}
          type="button"
          className={isDue && attendance === 'arrived' && booking.attendance === null ? '' : 'quiet'}
          aria-pressed={booking.attendance === attendance}
          aria-label={`${ATTENDANCE_LABELS[attendance]}: ${booking.name}`}
          aria-busy={busy}
          onClick={() => void record(attendance)}
        >
          {booking.attendance === attendance && <span aria-hidden="true">✓ </span>}
          {ATTENDANCE_LABELS[attendance]}
        </button>
      ))}
      <ErrorAlert text={error} />
    </div>
  );
}
