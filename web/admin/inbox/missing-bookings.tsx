import { useId, useState } from 'react';
import type { AdminDaySchedule } from '../../../src/domain/api/day-routes.ts';
import { shortCourtName } from '../../../src/domain/court.ts';
import type { MissingBooking } from '../../../src/domain/missing-booking.ts';
import { slotIndexOf } from '../../../src/domain/slot.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { WalkInDialog } from '../bookings/walk-in-dialog.tsx';
import { useUrlParams } from '../url-params.ts';
import { useAction } from '../use-action.ts';

/** After a restore: bookings that only emails to the club know, each to be entered again. */
export function MissingBookings({ bookings }: { bookings: readonly MissingBooking[] }) {
  const headingId = useId();
  if (bookings.length === 0) return null;
  return (
    <section className="card admin-inbox" aria-labelledby={headingId}>
      <h2 id={headingId}>
        Bookings lost with the machine <span className="muted">({bookings.length})</span>
      </h2>
      <p className="muted">
        Emails to the club name them. Enter each again, and call the customer where the time is taken.
      </p>
      <ul className="money-lines">
        {bookings.map((booking) => (
          <li key={booking.id} className="admin-inbox-line">
            <MissingBookingLine booking={booking} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function MissingBookingLine({ booking }: { booking: MissingBooking }) {
  const { href } = useUrlParams();
  const [day, setDay] = useState<AdminDaySchedule | null>(null);
  const { busy, error, run } = useAction('The list could not be changed. Please try again.');
  const { business_day } = booking;
  const hour = slotIndexOf(booking.start_time ?? '');
  const court = day?.courts.find(({ court: { name } }) => name === booking.court)?.court;
  const enter = () =>
    run(async () => {
      setDay((await callApi('GET /api/admin/day', { query: { date: business_day ?? '' } })).data);
    });
  const finish = async () => {
    await callApi('POST /api/admin/missing-bookings/:id/done', { params: { id: booking.id } });
    await invalidateQueries('/api/admin');
  };
  return (
    <div>
      <p>
        <strong>{booking.name}</strong>{' '}
        <span className="muted small">
          {booking.phone && <a href={`tel:${booking.phone}`}>{booking.phone}</a>} {booking.email}
        </span>
        <br />
        {`${shortCourtName(booking.court)}, ${booking.date}, ${booking.time}`}
        <br />
        <span className="muted small">{`Booking ${booking.id}, ${booking.total}, ${booking.payment}`}</span>
      </p>
      <div className="cluster">
        {business_day !== null && hour !== null && (
          <button
            type="button"
            aria-label={`Enter the booking of ${booking.name}`}
            onClick={() => void enter()}
          >
            Enter
          </button>
        )}
        {business_day !== null && (
          <a className="button quiet" href={href({ tab: 'tonight', date: business_day })}>
            See the day
          </a>
        )}
        <button
          type="button"
          className="quiet"
          aria-busy={busy}
          aria-label={`Done: the booking of ${booking.name}`}
          onClick={() => void run(finish)}
        >
          Done
        </button>
      </div>
      <ErrorAlert text={error} />
      {day && !court && (
        <p className="alert warning" role="alert">
          {`There is no court named ${booking.court} any more. Please choose another one in the day.`}
        </p>
      )}
      {day && court && hour !== null && (
        <WalkInDialog
          day={day}
          freeSlot={{ court, hour }}
          customer={booking}
          now={Date.now()}
          onClose={() => setDay(null)}
          onBooked={finish}
        />
      )}
    </div>
  );
}
