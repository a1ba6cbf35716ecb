import type { KeyboardEvent, MouseEvent } from 'react';
import type { BookingSort } from '../../src/domain/admin-api.ts';
import type { Booking } from '../../src/domain/booking.ts';
import type { BookingStatus } from '../../src/domain/booking-status.ts';
import { formatPkr } from '../../src/domain/money.ts';
import { awaitsCardPayment, balanceDue } from '../../src/domain/payment.ts';
import { useParams } from './params.ts';
import { dayLabel, StatusBadge, shortCourt, timesLabel } from './words.tsx';

const COLUMNS: { name?: BookingSort; label: string; className?: string }[] = [
  { name: 'created', label: 'No.' },
  { name: 'begins', label: 'When' },
  { name: 'name', label: 'Customer' },
  { name: 'amount', label: 'Amount', className: 'amount desk-broad' },
  { label: 'Status' },
  { label: 'Decide', className: 'desk-wide' },
];

/** What may be done with a booking, by its status: the words on the button and the status it leads to. */
export const DECISIONS: Record<BookingStatus, { to: BookingStatus; label: string }[]> = {
  pending: [
    { to: 'paid', label: 'Mark Paid' },
    { to: 'cancelled', label: 'Cancel' },
  ],
  paid: [{ to: 'cancelled', label: 'Cancel' }],
  cancelled: [{ to: 'paid', label: 'Restore' }],
};

/** Bookings in rows. Arrow keys go from row to row, Enter opens one. */
export function BookingTable({
  bookings,
  sort,
  onSort,
  onDecide,
  empty,
}: {
  bookings: readonly Booking[];
  sort: string;
  onSort: (name: BookingSort) => void;
  onDecide: (booking: Booking, to: BookingStatus) => void;
  empty: 'none' | 'filtered';
}) {
  if (bookings.length === 0) return <NoBookings empty={empty} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="table-region desk-table desk-bookings" aria-label="List of bookings" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <Head key={column.label} {...column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={moveBetweenRows}>
          {bookings.map((booking) => (
            <Row key={booking.id} booking={booking} onDecide={onDecide} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Head({
  name,
  label,
  className,
  sort,
  onSort,
}: (typeof COLUMNS)[number] & { sort: string; onSort: (name: BookingSort) => void }) {
  if (!name) {
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    );
  }
  const down = sort === `-${name}`;
  const mine = down || sort === name;
  return (
    <th
      scope="col"
      className={className}
      {...(mine ? { 'aria-sort': down ? ('descending' as const) : ('ascending' as const) } : {})}
    >
      <button type="button" className="link desk-sort" onClick={() => onSort(name)}>
        {label}
        <span aria-hidden="true" className="desk-sort-sign">
          {mine ? (down ? '↓' : '↑') : '↕'}
        </span>
      </button>
    </th>
  );
}

function Row({
  booking,
  onDecide,
}: {
  booking: Booking;
  onDecide: (booking: Booking, to: BookingStatus) => void;
}) {
  const { href, go } = useParams();
  const open = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a, button')) return;
    if (getSelection()?.toString()) return;
    go({ booking: String(booking.id) });
  };
  return (
    <tr onClick={open} data-status={booking.status}>
      <th scope="row">
        <a
          href={href({ booking: String(booking.id) })}
          className="desk-row-link"
          aria-label={`Booking ${booking.id}, ${booking.name}`}
        >
          #{booking.id}
        </a>
      </th>
      <td>
        <strong>{dayLabel(booking)}</strong>
        <span className="desk-second">{timesLabel(booking.slots)}</span>
        <span className="desk-second">{shortCourt(booking.court_name)}</span>
      </td>
      <td className="desk-customer">
        <strong>{booking.name}</strong>
        <span className="desk-second desk-broad">{booking.phone}</span>
        <span className="desk-second desk-wide">{booking.email}</span>
      </td>
      <td className="amount desk-broad">
        {formatPkr(booking.computed_amount)}
        <span className="desk-second">{SHORT_METHODS[booking.payment_method] ?? booking.payment_method}</span>
      </td>
      <td>
        <StatusBadge status={booking.status} />
        <span className="desk-second desk-phone">{formatPkr(booking.computed_amount)}</span>
        {booking.payment_receipt && booking.status === 'pending' && (
          <span className="desk-second">Receipt to check</span>
        )}
        {awaitsCardPayment(booking) && <span className="desk-second">Paying online</span>}
        {booking.status === 'pending' && booking.card_received !== null && (
          <span className="desk-second">{partLabel(balanceDue(booking) ?? 0)}</span>
        )}
      </td>
      <td className="desk-wide">
        <div className="desk-row-actions">
          {DECISIONS[booking.status].map(({ to, label }) => (
            <button
              key={to}
              type="button"
              className={to === 'cancelled' ? 'danger' : 'quiet'}
              aria-label={`${label} booking ${booking.id}`}
              onClick={() => onDecide(booking, to)}
            >
              {label}
            </button>
          ))}
        </div>
      </td>
    </tr>
  );
}

function partLabel(missing: number): string {
  return missing > 0 ? `${formatPkr(missing)} missing` : 'Card money to check';
}

const SHORT_METHODS: Record<string, string> = { cash: 'Cash', bank_transfer: 'Transfer', card: 'Card' };

function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.desk-row-link')];
  const row = event.target instanceof Element ? event.target.closest('tr') : null;
  const next = links[links.findIndex((link) => row?.contains(link)) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function NoBookings({ empty }: { empty: 'none' | 'filtered' }) {
  const { href } = useParams();
  if (empty === 'none') {
    return (
      <div className="card flat">
        <p>There is no booking yet. The first one appears here by itself.</p>
        <a className="button" href={href({ tab: 'today' })}>
          Book a walk-in
        </a>
      </div>
    );
  }
  const cleared = {
    q: undefined,
    status: undefined,
    startDate: undefined,
    endDate: undefined,
    cursor: undefined,
  };
  return (
    <div className="card flat">
      <p>No booking fits what you are looking for.</p>
      <a className="button ghost" href={href(cleared)}>
        Show all bookings
      </a>
    </div>
  );
}
