import { bookAgainPath } from '../../src/domain/book-again-path.ts';
import type { Booking } from '../../src/domain/booking.ts';
import { describeBalanceToCustomer } from '../../src/domain/booking-statement.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { isReleased } from '../../src/domain/late-receipt.ts';
import {
  endOfPlay,
  formatPlayDate,
  formatPlayTime,
  playTimes,
  startOfPlay,
} from '../../src/domain/play-time.ts';
import { useQuery } from '../lib/query.ts';
import { statusLabel } from '../shared/booking-status-label.ts';
import { useToday } from '../shared/club-time-hooks.ts';
import { isHeldUnpaid, PayBy } from '../shared/pay-by.tsx';
import { SeriesRequestCard } from '../shared/series-request-card.tsx';
import { NoWrap } from '../ui/no-wrap.tsx';

/** The member's own bookings: upcoming ones first, then earlier and cancelled ones. */
export function BookingsTab() {
  const { data, state } = useQuery('GET /api/auth/bookings');
  const today = useToday();
  const credit = useQuery('GET /api/auth/credit').data?.credit ?? 0;
  if (state === 'failed') {
    return (
      <p className="alert danger" role="alert">
        Your bookings could not be loaded. Please reload the page.
      </p>
    );
  }
  if (!data) return <p aria-busy="true">Loading your bookings …</p>;
  if (data.length === 0) {
    return (
      <>
        <CreditNote credit={credit} />
        <section className="card account-empty">
          <h2>No bookings yet</h2>
          <p>Your bookings and payments will appear here.</p>
          <a href="/booking" className="button">
            Make a Booking
          </a>
        </section>
      </>
    );
  }
  const now = Date.now();
  const isUpcoming = (booking: Booking) => endOfPlay(booking) > now && booking.status !== 'cancelled';
  const upcoming = data.filter(isUpcoming).sort((one, other) => startOfPlay(one) - startOfPlay(other));
  const earlier = data.filter((booking) => !isUpcoming(booking));
  return (
    <>
      <CreditNote credit={credit} />
      <BookingList title="Upcoming" bookings={upcoming} empty="No upcoming bookings." />
      {today && <SeriesRequestCard bookings={[...upcoming, ...earlier]} today={today} />}
      {earlier.length > 0 && <BookingList title="Earlier and cancelled" bookings={earlier} />}
      <p>
        <a href="/booking" className="button">
          Make a Booking
        </a>
      </p>
    </>
  );
}

function CreditNote({ credit }: { credit: number }) {
  if (credit === 0) return null;
  return (
    <div className="alert success">
      <p>
        You have <strong className="no-wrap">{formatPkr(credit)}</strong> of credit. You can pay with it when
        you book.
      </p>
    </div>
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
        <strong>
          <NoWrap>{formatPlayDate(booking)}</NoWrap>
        </strong>
        {playTimes(booking).map((play) => (
          <span key={play.start} className="account-time">
            {formatPlayTime(booking.date, play)}
          </span>
        ))}
      </p>
      <BookingMoney booking={booking} />
      {isReleased(booking) && (
        <p className="small">
          Not paid in time, so the slot was released. <a href={bookAgainPath(booking)}>Book the same again</a>
        </p>
      )}
      <div className="account-booking-foot">
        <a href={`/receipt?booking_id=${booking.id}`}>
          {booking.balance > 0 ? 'Invoice' : 'Receipt'}
          <span className="visually-hidden"> of booking {booking.id}</span>
        </a>
        <a href={`/manage?booking_id=${booking.id}`}>
          Manage booking {booking.id}
          <span className="visually-hidden">
            : details of {booking.court_name}, {formatPlayDate(booking)}
          </span>
        </a>
      </div>
    </>
  );
}

function BookingMoney({ booking }: { booking: Booking }) {
  const { status, charge, received, balance, pay_by } = booking;
  return (
    <dl className="account-money">
      <div>
        <dt>{status === 'cancelled' ? 'Kept' : 'Price'}</dt>
        <dd className="account-amount">{formatPkr(charge)}</dd>
      </div>
      <div>
        <dt>Received</dt>
        <dd className="account-amount">{formatPkr(received)}</dd>
      </div>
      <div>
        <dt>Balance</dt>
        <dd className="account-amount">{describeBalanceToCustomer(balance)}</dd>
      </div>
      {pay_by && isHeldUnpaid(booking) && (
        <div>
          <dt>Pay by</dt>
          <dd>
            <PayBy payBy={pay_by} />
          </dd>
        </div>
      )}
    </dl>
  );
}
