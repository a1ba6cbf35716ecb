import type { Attendance, Booking } from '../../../src/domain/booking.ts';
import { startOfPlay } from '../../../src/domain/play-time.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { useAction } from '../../lib/use-action.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';

export const ATTENDANCE_LABELS: Record<Attendance, string> = { arrived: 'Arrived', no_show: 'No-show' };

/** Records with one press whether the customer came; a second press takes it back. */
export function AttendanceButtons({ booking, now }: { booking: Booking; now: number }) {
  const { busy, error, run } = useAction('The attendance could not be saved. Please try again.');
  const record = (attendance: Attendance) =>
    run(async () => {
      await callApi('PUT /api/admin/bookings/:id/attendance', {
        params: { id: booking.id },
        body: { attendance: booking.attendance === attendance ? null : attendance },
      });
      await invalidateQueries('/api/admin');
    });
  // Before the start a customer can arrive, but cannot be missing yet.
  const offered: Attendance[] = startOfPlay(booking) <= now ? ['arrived', 'no_show'] : ['arrived'];
  return (
    <div className="admin-attendance">
      {offered.map((attendance) => (
        <button
          key={attendance}
          type="button"
          className="quiet"
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
