import type { Booking } from '../../../src/domain/booking.ts';
import { formatPkr, withCommas } from '../../../src/domain/format-money.ts';
import { slotIndexOf, startInstantOf } from '../../../src/domain/slot.ts';
import { useIsOwner } from '../../shared/session.tsx';
import { phoneLink } from '../../ui/contact-links.ts';
import { BookingListItem } from '../bookings/booking-list-item.tsx';
import { QueryError } from '../query-error.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { PaymentButton } from './payment-sheet.tsx';

const DAY_MS = 24 * 3_600_000;

/** The bookings with money to give back or to collect; each opens its details. */
export default function BookingBalances() {
  const { data, error } = useAdminQuery('GET /api/admin/balances');
  const isOwner = useIsOwner();
  if (!data) {
    return (
      <section aria-label="To collect">
        <QueryError error={error} />
        {!error && <p aria-busy="true">Loading what is owed …</p>}
      </section>
    );
  }
  const upcoming = data.to_collect.toSorted((a, b) => startOf(a) - startOf(b));
  const soonEnd = Date.now() + DAY_MS;
  const groups = [
    { label: 'Playing within 24 hours', bookings: upcoming.filter((at) => startOf(at) <= soonEnd) },
    { label: 'Playing later', bookings: upcoming.filter((at) => startOf(at) > soonEnd) },
    { label: 'Overdue', bookings: data.overdue },
  ].filter(({ bookings }) => bookings.length > 0);
  return (
    <div className="money">
      <section className="card" aria-labelledby="to-give-back">
        <BalanceHeading
          id="to-give-back"
          title="Refunds due"
          bookings={data.to_give_back}
          count={data.counts.to_give_back}
        />
        {data.to_give_back.length === 0 ? (
          <p className="muted">No refund is due.</p>
        ) : (
          <BalanceList label="Refunds due" bookings={data.to_give_back} />
        )}
        <LimitNote shown={data.to_give_back.length} count={data.counts.to_give_back} label="first" />
      </section>
      <section className="card" aria-labelledby="to-collect">
        <BalanceHeading
          id="to-collect"
          title="To collect"
          bookings={[...upcoming, ...data.overdue]}
          count={data.counts.to_collect + data.counts.overdue}
        />
        {groups.length === 0 && <p className="muted">Every booking is paid.</p>}
        {groups.map(({ label, bookings }, index) => (
          <details key={label} open={index === 0}>
            <summary>
              {label}{' '}
              <span className="money-amount muted">
                ({isOwner ? `${bookings.length}, ${formatPkr(totalOf(bookings))}` : bookings.length})
              </span>
            </summary>
            <BalanceList label={label} bookings={bookings} />
          </details>
        ))}
        <LimitNote shown={upcoming.length} count={data.counts.to_collect} label="next" />
        <LimitNote shown={data.overdue.length} count={data.counts.overdue} label="newest overdue" />
      </section>
    </div>
  );
}

/** A list has a limit, so its sum is shown only while every one of its bookings is in it. */
function BalanceHeading({
  id,
  title,
  bookings,
  count,
}: {
  id: string;
  title: string;
  bookings: Booking[];
  count: number;
}) {
  const isOwner = useIsOwner();
  const total = bookings.length === count ? totalOf(bookings) : 0;
  return (
    <div className="money-heading">
      <h2 id={id}>{title}</h2>
      {isOwner && total > 0 && <strong className="money-amount">{formatPkr(total)}</strong>}
    </div>
  );
}

function LimitNote({ shown, count, label }: { shown: number; count: number; label: string }) {
  if (shown === count) return null;
  return (
    <p className="muted small">
      Only the {label} {shown} of {withCommas(count)} bookings are shown.
    </p>
  );
}

function BalanceList({ label, bookings }: { label: string; bookings: readonly Booking[] }) {
  return (
    <ul className="money-lines" aria-label={label}>
      {bookings.map((booking) => (
        <li key={booking.id} className="money-owed">
          <BookingListItem booking={booking} />
          {booking.balance < 0 && booking.refund_account && (
            <span className="money-phone small number">{booking.refund_account}</span>
          )}
          {booking.phone && (
            <a
              className="money-phone small"
              href={phoneLink(booking.phone)}
              aria-label={`Call ${booking.name}, ${booking.phone}`}
            >
              {booking.phone}
            </a>
          )}
          <PaymentButton booking={booking} className="quiet" />
        </li>
      ))}
    </ul>
  );
}

function totalOf(bookings: readonly Booking[]): number {
  return bookings.reduce((sum, { balance }) => sum + Math.abs(balance), 0);
}

function startOf({ date, start_time }: Booking): number {
  return startInstantOf(date, slotIndexOf(start_time) ?? 0);
}
