import { type ReactNode, useEffect } from 'react';
import type { Booking, PublicBooking } from '../../../src/domain/booking.ts';
import { bookingBalance } from '../../../src/domain/booking-statement.ts';
import { shortDate } from '../../../src/domain/format-date.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { formatPayBy } from '../../../src/domain/format-payment-deadline.ts';
import { describeBalanceToCustomer } from '../../../src/domain/money-labels.ts';
import { paymentLabel } from '../../../src/domain/money-ways.ts';
import { formatPlayDate, type PlayTime, playTimes } from '../../../src/domain/play-time.ts';
import { itemLines, type PriceLine } from '../../../src/domain/price.ts';
import { ownPart } from '../../../src/domain/share.ts';
import { type BookingRef, storeDetails } from '../../lib/stored-booking-keys.ts';
import { NoWrap } from '../../ui/no-wrap.tsx';
import { statusLabel } from '../booking-status-label.ts';
import { usePreload } from '../screen-preload-context.tsx';
import { keepForOffline } from './keep-for-offline.ts';
import type { ConfirmationParams, CustomerDetails, PayerDetails } from './use-booking-details.ts';

/** After the page's own loading. */
const KEEP_DELAY_MS = 3000;

/**
 * The customer's booking as a ticket to show at the reception. Until the server answers, and for a stranger, it shows
 * what the URL says.
 */
export function BookingTicket({
  id,
  params,
  details,
  isStored = false,
  isStranger = false,
  labelOf = statusLabel,
}: {
  id: number | null;
  params: ConfirmationParams;
  details: CustomerDetails | null;
  /** The details are from this phone's storage. */
  isStored?: boolean;
  /** This browser may not know more than the URL says. */
  isStranger?: boolean;
  labelOf?: typeof statusLabel;
}) {
  const booking = details?.booking;
  useKeepOnPhone(id, isStored ? null : details);
  const status = booking && labelOf(booking);
  const promised = booking?.payment_method ?? params.paymentMethod;
  return (
    <Ticket
      courtName={details?.court_name ?? (params.courtName || 'Your court')}
      date={
        booking || params.date ? formatPlayDate(booking ?? { date: params.date, slots: [params.time] }) : ''
      }
      times={booking ? <Times booking={booking} /> : <p className="ticket-time">{params.timeText}</p>}
      isLoading={!details && !isStranger}
    >
      <Fact label="Booking">{id === null ? '–' : `#${id}`}</Fact>
      {details && <MoneyFacts booking={ownPart(details.booking, details.payers)} />}
      {promised && booking?.computed_amount !== 0 && (
        <Fact label="Payment">{paymentLabel(details?.self_service.paid_ways ?? [], promised)}</Fact>
      )}
      {params.name && <Fact label="Name">{params.name}</Fact>}
      {!isStranger && (
        <Fact label="Status" isWide>
          {status ? <span className={`badge ${status.variant}`}>{status.text}</span> : 'Checking…'}
        </Fact>
      )}
    </Ticket>
  );
}

/** The same for another payer, with the players and their own share. */
export function PayerTicket({ details, isStored }: { details: PayerDetails; isStored: boolean }) {
  const { payer, booking, court_name, host_name, players, pay_by } = details;
  useKeepOnPhone(`p${payer.id}`, isStored ? null : details);
  const names = players.map(
    ({ name, paid }, index) => `${name || `Player ${index + 1}`}${paid ? ' (paid)' : ''}`,
  );
  const payment = paymentLabel(payer.paid_ways, payer.payment_method ?? '');
  return (
    <Ticket courtName={court_name} date={formatPlayDate(booking)} times={<Times booking={booking} />}>
      <Fact label="Booking">{`#${booking.id}`}</Fact>
      <Fact label="Host">
        <span translate="no">{host_name}</span>
      </Fact>
      <Fact label="Players" isWide>
        {names.join(', ')}
      </Fact>
      <Fact label="Your share">{formatPkr(payer.charge)}</Fact>
      {payer.received !== 0 && <Fact label="Received">{formatPkr(payer.received)}</Fact>}
      {/* Without a payment, it equals the share. */}
      {payer.balance !== payer.charge && (
        <Fact label="Balance">{describeBalanceToCustomer(payer.balance)}</Fact>
      )}
      {payment && <Fact label="Payment">{payment}</Fact>}
      {pay_by && payer.balance > 0 && (
        <Fact label="Pay by">
          <NoWrap>{formatPayBy(pay_by)}</NoWrap>
        </Fact>
      )}
    </Ticket>
  );
}

function Ticket({
  courtName,
  date,
  times,
  isLoading = false,
  children,
}: {
  courtName: string;
  date: string;
  times: ReactNode;
  isLoading?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      className="ticket requires-javascript"
      data-theme="dark"
      aria-label="Your booking"
      aria-busy={isLoading}
      data-keep-visible
    >
      <div className="ticket-top">
        <p className="ticket-court">{courtName}</p>
        {date && (
          <p className="ticket-date display">
            <NoWrap>{date}</NoWrap>
          </p>
        )}
        {times}
      </div>
      <dl className="ticket-stub">{children}</dl>
    </section>
  );
}

export function Fact({ label, isWide, children }: { label: string; isWide?: true; children: ReactNode }) {
  return (
    <div className={isWide && 'ticket-wide'}>
      <dt>{label}</dt>
      <dd className="number">{typeof children === 'string' ? <NoWrap>{children}</NoWrap> : children}</dd>
    </div>
  );
}

/** Stores the server's answer for a phone without a network, and preloads its page. */
function useKeepOnPhone(
  ref: BookingRef | null,
  details: { booking: PublicBooking; court_name: string } | null,
): void {
  const preload = usePreload();
  useEffect(() => {
    if (!details || ref === null) return;
    const plays = playTimes(details.booking);
    const [first, last] = [plays[0], plays.at(-1)];
    const isComing = details.booking.status !== 'cancelled' && first && last;
    storeDetails(ref, isComing ? { start: first.start, end: last.end } : null, details);
    preload('/manage');
    const timer = setTimeout(() => void keepForOffline().catch(() => {}), KEEP_DELAY_MS);
    return () => clearTimeout(timer);
  }, [ref, details, preload]);
}

/** The price, and what has been paid and is due of it or of the customer's own share. */
function MoneyFacts({ booking }: { booking: Booking }) {
  const { status, is_shared, computed_amount, charge, received } = booking;
  return (
    <>
      <Fact label="Amount">{formatPkr(computed_amount)}</Fact>
      <LineFacts lines={itemLines(booking.lines)} />
      {is_shared && status !== 'cancelled' && <Fact label="Your share">{formatPkr(charge)}</Fact>}
      {received !== 0 && <Fact label="Received">{formatPkr(received)}</Fact>}
      {status === 'cancelled' && received !== 0 && <Fact label="Kept">{formatPkr(charge)}</Fact>}
      {received !== 0 && <Fact label="Balance">{bookingBalance(booking)}</Fact>}
    </>
  );
}

/** Parts of a price; what is taken off has a minus sign. */
export function LineFacts({ lines }: { lines: readonly PriceLine[] }) {
  return lines.map(({ label, amount }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two add-ons may have one name
    <Fact key={at} label={label}>
      {formatPkr(amount)}
    </Fact>
  ));
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

/** A block after midnight belongs to the previous business day; the note names its own date. */
function CalendarDateNote({ date, play }: { date: string; play: PlayTime }) {
  if (play.calendar_date !== date) {
    return (
      <span className="ticket-date-note">
        <NoWrap>{`After midnight, on ${shortDate(play.calendar_date)}`}</NoWrap>
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
