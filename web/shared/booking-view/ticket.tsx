import { useEffect } from 'react';
import type { Booking, PublicBooking } from '../../../src/domain/booking.ts';
import { bookingBalance } from '../../../src/domain/booking-statement.ts';
import { longDate, shortDate } from '../../../src/domain/format-date.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { paymentMethodLabel } from '../../../src/domain/payment-instructions.ts';
import { type PlayTime, playTimes } from '../../../src/domain/play-time.ts';
import { itemLines } from '../../../src/domain/price.ts';
import { ownPart } from '../../../src/domain/share.ts';
import { storeDetails } from '../../lib/stored-booking-keys.ts';
import { NoWrap } from '../../ui/no-wrap.tsx';
import { statusLabel } from '../booking-status-label.ts';
import { usePreload } from '../screen-preload-context.tsx';
import { keepForOffline } from './keep-for-offline.ts';
import { type BookingDetails, type ConfirmationParams, isCustomerDetails } from './use-booking-details.ts';

/** Later than what the page itself loads. */
const KEEP_DELAY_MS = 3000;

/** The booking as a ticket to show at the reception; until the server answers, with the URL's data. */
export function BookingTicket({
  id,
  params,
  details,
  isStored = false,
}: {
  id: number | null;
  params: ConfirmationParams;
  details: BookingDetails | null;
  /** The details are the ones that this phone kept. */
  isStored?: boolean;
}) {
  const booking = details?.booking;
  const date = booking?.date ?? params.date;
  const paidBy = details && isCustomerDetails(details) ? details.self_service.paid_by : null;
  const method = paidBy ?? booking?.payment_method ?? params.paymentMethod;
  const status = booking && statusLabel(booking.status);
  const preload = usePreload();
  useEffect(() => {
    if (!details || isStored || !isCustomerDetails(details)) return;
    const plays = playTimes(details.booking);
    const [first, last] = [plays[0], plays.at(-1)];
    const isComing = details.booking.status !== 'cancelled' && first && last;
    storeDetails(details.booking.id, isComing ? { start: first.start, end: last.end } : null, details);
    preload('/manage');
    const timer = setTimeout(() => void keepForOffline().catch(() => {}), KEEP_DELAY_MS);
    return () => clearTimeout(timer);
  }, [details, preload, isStored]);
  return (
    <section
      className="ticket requires-javascript"
      data-theme="dark"
      aria-label="Your booking"
      aria-busy={!details}
      data-keep-visible
    >
      <div className="ticket-top">
        <p className="ticket-court">{details?.court_name ?? (params.courtName || 'Your court')}</p>
        {date && (
          <p className="ticket-date display">
            <NoWrap>{longDate(date)}</NoWrap>
          </p>
        )}
        {booking ? <Times booking={booking} /> : <p className="ticket-time">{params.timeText}</p>}
      </div>
      <dl className="ticket-stub">
        <div>
          <dt>Booking</dt>
          <dd className="number">{id === null ? '–' : `#${id}`}</dd>
        </div>
        {details && isCustomerDetails(details) && (
          <MoneyFacts booking={ownPart(details.booking, details.players)} />
        )}
        {method && (
          <div>
            <dt>Payment</dt>
            <dd>{paymentMethodLabel(method)}</dd>
          </div>
        )}
        {params.name && (
          <div>
            <dt>Name</dt>
            <dd>{params.name}</dd>
          </div>
        )}
        <div className="ticket-status">
          <dt>Status</dt>
          <dd>{status ? <span className={`badge ${status.variant}`}>{status.text}</span> : 'Checking…'}</dd>
        </div>
      </dl>
    </section>
  );
}

/** The price, and of it or of the own share what came and what is due. */
function MoneyFacts({ booking }: { booking: Booking }) {
  const { status, activity_id, computed_amount, charge, received } = booking;
  return (
    <>
      <div>
        <dt>Amount</dt>
        <dd className="number">{formatPkr(computed_amount)}</dd>
      </div>
      {itemLines(booking.lines).map(({ label, amount }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two add-ons may have one name
        <div key={at}>
          <dt>{label}</dt>
          <dd className="number">{amount < 0 ? `− ${formatPkr(-amount)}` : formatPkr(amount)}</dd>
        </div>
      ))}
      {activity_id !== null && status !== 'cancelled' && (
        <div>
          <dt>Your share</dt>
          <dd className="number">{formatPkr(charge)}</dd>
        </div>
      )}
      {received !== 0 && (
        <div>
          <dt>Received</dt>
          <dd className="number">{formatPkr(received)}</dd>
        </div>
      )}
      {status === 'cancelled' && received !== 0 && (
        <div>
          <dt>Kept</dt>
          <dd className="number">{formatPkr(charge)}</dd>
        </div>
      )}
      {received !== 0 && (
        <div>
          <dt>Balance</dt>
          <dd className="number">{bookingBalance(booking)}</dd>
        </div>
      )}
    </>
  );
}

function Times({ booking }: { booking: PublicBooking }) {
  return (
    <ul className="ticket-times">
      {playTimes(booking).map((play) => (
        <li key={play.start}>
          <span className="ticket-time">{play.timeRange}</span>
          <CalendarDateNote date={booking.date} play={play} />
        </li>
      ))}
    </ul>
  );
}

/** A block after midnight belongs to the business day before; the note names both dates. */
function CalendarDateNote({ date, play }: { date: string; play: PlayTime }) {
  if (play.calendar_date !== date) {
    return (
      <span className="ticket-date-note">
        <NoWrap>
          {`After midnight, on ${shortDate(play.calendar_date)} (the night of ${shortDate(date)})`}
        </NoWrap>
      </span>
    );
  }
  if (play.end_date === date) return null;
  return (
    <span className="ticket-date-note">
      <NoWrap>{`Starts ${shortDate(date)}, ends ${shortDate(play.end_date)}`}</NoWrap>
    </span>
  );
}
