import { bookAgainPath } from '../../src/domain/book-again-path.ts';
import type { Booking } from '../../src/domain/booking.ts';
import { bookingBalance } from '../../src/domain/booking-statement.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { isReleased } from '../../src/domain/late-receipt.ts';
import {
  endOfPlay,
  formatPlayDate,
  formatPlayTime,
  playTimes,
  startOfPlay,
} from '../../src/domain/play-time.ts';
import { parseRegularSlot } from '../../src/domain/regular-slot-path.ts';
import { splitBlock } from '../../src/domain/self-service.ts';
import { useQuery } from '../lib/query.ts';
import { useQueryParams } from '../lib/router.ts';
import { serverNow } from '../lib/server-time.ts';
import { statusLabel } from '../shared/booking-status-label.ts';
import { useToday } from '../shared/club-time-hooks.ts';
import { isHeldUnpaid, PayBy } from '../shared/pay-by.tsx';
import { SeriesRequestCard } from '../shared/series-request-card.tsx';
import { NoWrap } from '../ui/no-wrap.tsx';

/** The member's own bookings: upcoming ones, then a line for each earlier or cancelled one. */
export function BookingsTab() {
  const { data, state } = useQuery('GET /api/auth/bookings');
  const today = useToday();
  const asked = parseRegularSlot(useQueryParams());
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
        {asked && today && <SeriesRequestCard bookings={[]} asked={asked} today={today} />}
        <section className="card account-empty">
          <h2>No bookings yet</h2>
          <p>Your bookings and payments will appear here.</p>
          <a href="/booking" className="button">
            Make a Booking
          </a>
          {!asked && (
            <p className="small muted">
              Want to play every week? Book the first date, then ask for a regular slot here.
            </p>
          )}
        </section>
      </>
    );
  }
  const now = serverNow();
  const isUpcoming = (booking: Booking) => endOfPlay(booking) > now && booking.status !== 'cancelled';
  const upcoming = data.filter(isUpcoming).sort((one, other) => startOfPlay(one) - startOfPlay(other));
  const earlier = data.filter((booking) => !isUpcoming(booking));
  /** Whoever plays every week has many cards, which the summary precedes. */
  const isFirst = asked !== null || upcoming.some(({ series_id }) => series_id !== null);
  const weekly = today && (
    <SeriesRequestCard bookings={[...upcoming, ...earlier]} asked={asked} today={today} />
  );
  return (
    <>
      <CreditNote credit={credit} />
      {isFirst && weekly}
      <section aria-label="Upcoming">
        <h2>Upcoming</h2>
        {upcoming.length === 0 && <p className="muted">No upcoming bookings.</p>}
        <ul className="account-bookings">
          {upcoming.map((booking) => (
            <li key={booking.id} className="card">
              <BookingListItem booking={booking} now={now} />
            </li>
          ))}
        </ul>
        <p>
          <a href="/booking" className="button">
            Make a Booking
          </a>
        </p>
      </section>
      {earlier.length > 0 && (
        <section aria-label="Earlier and cancelled">
          <h2>Earlier and cancelled</h2>
          <ul className="account-lines">
            {earlier.map((booking) => (
              <li key={booking.id}>
                <BookingLine booking={booking} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {!isFirst && weekly}
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

/** What was played or happened instead; a released or partly refunded booking says so. */
function BookingLine({ booking }: { booking: Booking }) {
  const { id, status, balance } = booking;
  const state = isReleased(booking) ? 'Not paid in time' : status === 'cancelled' ? 'Cancelled' : '';
  const open = balance === 0 ? '' : bookingBalance(booking);
  return (
    <>
      <a href={`/manage?booking_id=${id}`}>
        <NoWrap>{formatPlayDate(booking)}</NoWrap>
        <span className="visually-hidden">, booking {id}</span>
      </a>
      <span className="account-line-links">
        {isReleased(booking) && <a href={bookAgainPath(booking)}>Book the same slot again</a>}
        <a href={`/receipt?booking_id=${id}`}>
          {balance > 0 ? 'Invoice' : 'Receipt'}
          <span className="visually-hidden"> of booking {id}</span>
        </a>
      </span>
      <span className="muted small account-line-text">
        <NoWrap>
          {[booking.court_name, ...playTimes(booking).map(({ timeRange }) => timeRange), state, open]
            .filter(Boolean)
            .join(' · ')}
        </NoWrap>
      </span>
    </>
  );
}

function BookingListItem({ booking, now }: { booking: Booking; now: number }) {
  const status = statusLabel(booking);
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
      <div className="account-booking-foot">
        {!splitBlock(booking, now) && (
          <a href={`/manage?booking_id=${booking.id}&open=split`}>
            {booking.is_shared ? 'Players and shares' : 'Split the price'}
            <span className="visually-hidden"> of booking {booking.id}</span>
          </a>
        )}
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
  const { charge, received, pay_by, is_shared } = booking;
  return (
    <dl className="account-money">
      <div>
        <dt>{is_shared ? 'Your share' : 'Price'}</dt>
        <dd className="account-amount">{formatPkr(charge)}</dd>
      </div>
      <div>
        <dt>Received</dt>
        <dd className="account-amount">{formatPkr(received)}</dd>
      </div>
      <div>
        <dt>Balance</dt>
        <dd className="account-amount">{bookingBalance(booking)}</dd>
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
