import type { Booking } from '../../src/domain/booking.ts';
import { formatPkr } from '../../src/domain/money.ts';
import {
  endOfPlay,
  formatPlayDate,
  formatPlayTime,
  playTimes,
  startOfPlay,
} from '../../src/domain/play-time.ts';
import { useQuery } from '../lib/query.ts';
import { statusLabel } from '../shared/booking-labels.ts';

/** The member's own bookings: what comes next first, then what has been. */
export function BookingsTab() {
  const { data, state } = useQuery('GET /api/auth/bookings');
  if (state === 'failed') {
    return (
      <p className="alert danger" role="alert">
        Your bookings could not be fetched. Please reload the page.
      </p>
    );
  }
  if (!data) return <p aria-busy="true">Fetching your bookings …</p>;
  if (data.length === 0) {
    return (
      <section className="card account-empty">
        <h2>No bookings yet</h2>
        <p>Your bookings will stand here, with what is to be paid and when you play.</p>
        <a href="/booking" className="button">
          Make a Booking
        </a>
      </section>
    );
  }
  const now = Date.now();
  const isUpcoming = (booking: Booking) => endOfPlay(booking) > now && booking.status !== 'cancelled';
  const upcoming = data.filter(isUpcoming).sort((one, other) => startOfPlay(one) - startOfPlay(other));
  const earlier = data.filter((booking) => !isUpcoming(booking));
  return (
    <>
      <BookingList title="Coming up" bookings={upcoming} empty="Nothing booked right now." />
      {earlier.length > 0 && <BookingList title="Earlier and cancelled" bookings={earlier} />}
      <p>
        <a href="/booking" className="button">
          Make a Booking
        </a>
      </p>
    </>
  );
}

function BookingList({ title, bookings, empty }: { title: string; bookings: Booking[]; empty?: string }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {bookings.length === 0 && <p className="muted">{empty}</p>}
      <ul className="account-bookings">
        {bookings.map((booking) => (
          <li key={booking.id} className="card">
            <BookingListItem booking={booking} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function BookingListItem({ booking }: { booking: Booking }) {
  const status = statusLabel(booking.status);
  return (
    <>
      <div className="account-booking-head">
        <h3>{booking.court_name}</h3>
        <span className={`badge ${status.variant}`}>{status.text}</span>
      </div>
      <p>
        <strong>{formatPlayDate(booking)}</strong>
        {playTimes(booking).map((play) => (
          <span key={play.start} className="account-time">
            {formatPlayTime(booking.date, play)}
          </span>
        ))}
      </p>
      <div className="account-booking-foot">
        <span className="account-amount">{formatPkr(booking.computed_amount)}</span>
        <a href={`/success?booking_id=${booking.id}`}>
          Booking {booking.id}
          <span className="account-spoken">
            : details of {booking.court_name}, {formatPlayDate(booking)}
          </span>
        </a>
      </div>
    </>
  );
}
