import type { KeyboardEvent, MouseEvent } from 'react';
import type { BookingSort } from '../../../src/domain/admin-inputs.ts';
import type { BookingListPage } from '../../../src/domain/api/admin-booking-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import type { BookingStatus } from '../../../src/domain/booking-status.ts';
import { shortCourtName } from '../../../src/domain/court.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { formatPayBy } from '../../../src/domain/format-payment-deadline.ts';
import { isReleased } from '../../../src/domain/late-receipt.ts';
import { describeBalance } from '../../../src/domain/ledger.ts';
import { type MoneyPart, paymentLabel } from '../../../src/domain/money-ways.ts';
import { awaitsCardPayment } from '../../../src/domain/payment-instructions.ts';
import { bookingDue } from '../../../src/domain/share.ts';
import { serverNow } from '../../lib/server-time.ts';
import { NoWrap } from '../../ui/no-wrap.tsx';
import { TableRegion } from '../../ui/table-region.tsx';
import { ActionMenu } from '../action-menu.tsx';
import { dayLabel, timesLabel } from '../date-time-labels.ts';
import { PaymentButton } from '../money/payment-sheet.tsx';
import { useUrlParams } from '../url-params.ts';
import { WhatsAppMenu } from '../whatsapp-menu.tsx';
import { NoShowBadge, StatusBadge } from './status-badge.tsx';

const COLUMNS: { name?: BookingSort; label: string; className?: string }[] = [
  { name: 'created', label: 'No.' },
  { name: 'begins', label: 'When' },
  { name: 'name', label: 'Customer' },
  { name: 'amount', label: 'Amount', className: 'amount admin-tablet-up' },
  { label: 'Status' },
  { label: 'Actions', className: 'amount admin-desktop-up' },
];

/** A booking's actions by status. */
export const STATUS_ACTIONS: Record<BookingStatus, { to: BookingStatus; label: string }[]> = {
  pending: [
    { to: 'paid', label: 'Mark Paid' },
    { to: 'cancelled', label: 'Cancel' },
  ],
  paid: [{ to: 'cancelled', label: 'Cancel' }],
  cancelled: [{ to: 'paid', label: 'Restore' }],
};

/** The list of bookings. Arrow keys move between rows, Enter opens one. */
export function BookingTable({
  bookings,
  afterNoShow,
  matches,
  paidWays,
  sort,
  onSort,
  onChangeStatus,
}: {
  bookings: readonly Booking[];
  /** Bookings whose customer missed an earlier one. */
  afterNoShow: readonly number[];
  /** Bookings open to other players. */
  matches: readonly number[];
  paidWays: BookingListPage['paid_ways'];
  sort: string;
  onSort: (name: BookingSort) => void;
  onChangeStatus: (booking: Booking, to: BookingStatus) => void;
}) {
  if (bookings.length === 0) return <NoBookings />;
  return (
    <TableRegion label="List of bookings" className="admin-table admin-bookings">
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <HeaderCell key={column.label} {...column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={moveBetweenRows}>
        {bookings.map((booking) => (
          <BookingRow
            key={booking.id}
            booking={booking}
            isAfterNoShow={afterNoShow.includes(booking.id)}
            isMatch={matches.includes(booking.id)}
            ways={paidWays.find(({ id }) => id === booking.id)?.ways ?? []}
            onChangeStatus={onChangeStatus}
          />
        ))}
      </tbody>
    </TableRegion>
  );
}

function HeaderCell({
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
  const isDescending = sort === `-${name}`;
  const isSorted = isDescending || sort === name;
  return (
    <th
      scope="col"
      className={className}
      {...(isSorted ? { 'aria-sort': isDescending ? ('descending' as const) : ('ascending' as const) } : {})}
    >
      <button type="button" className="link admin-sort" onClick={() => onSort(name)}>
        {label}
        <span aria-hidden="true" className="admin-sort-symbol">
          {isSorted ? (isDescending ? '↓' : '↑') : '↕'}
        </span>
      </button>
    </th>
  );
}

function BookingRow({
  booking,
  isAfterNoShow,
  isMatch,
  ways,
  onChangeStatus,
}: {
  booking: Booking;
  isAfterNoShow: boolean;
  isMatch: boolean;
  /** Those that hold its money. */
  ways: readonly MoneyPart[];
  onChangeStatus: (booking: Booking, to: BookingStatus) => void;
}) {
  const { href, navigate } = useUrlParams();
  const open = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a, button, dialog, [popover]')) return;
    if (getSelection()?.toString()) return;
    navigate({ booking: String(booking.id) });
  };
  return (
    <tr onClick={open} data-status={booking.status}>
      <th scope="row" className="admin-booking-id">
        <a
          href={href({ booking: String(booking.id) })}
          className="admin-row-link"
          aria-label={`Booking ${booking.id}, ${booking.name}`}
        >
          #{booking.id}
        </a>
      </th>
      <td className="admin-booking-when">
        <strong>
          <NoWrap>{dayLabel(booking)}</NoWrap>
        </strong>
        <span className="admin-secondary-line">
          {timesLabel(booking.slots)}, <NoWrap>{shortCourtName(booking.court_name)}</NoWrap>
        </span>
      </td>
      <td className="admin-customer">
        <strong translate="no">{booking.name}</strong> {isAfterNoShow && <NoShowBadge />}
        <span className="admin-secondary-line admin-tablet-up">{booking.phone}</span>
      </td>
      <td className="amount admin-tablet-up">
        <span className="admin-amount">{formatPkr(booking.computed_amount)}</span>
        <span className="admin-secondary-line">{paymentLabel(ways, booking.payment_method)}</span>
      </td>
      <td className="admin-booking-status">
        <StatusBadge booking={booking} />
        {booking.attendance === 'no_show' && <span className="badge danger">No-show</span>}
        <span className="admin-secondary-line admin-mobile-only" translate="no">
          {formatPkr(booking.computed_amount)}
        </span>
        {booking.receipt_received && booking.status === 'pending' && (
          <span className="admin-secondary-line">Receipt to check</span>
        )}
        {booking.pay_by && (
          <span className="admin-secondary-line">
            {isReleased(booking) ? 'Not paid in time' : `Pay by ${formatPayBy(booking.pay_by, serverNow())}`}
          </span>
        )}
        {isReleased(booking) && booking.receipt_received && (
          <span className="admin-secondary-line">Late receipt to check</span>
        )}
        {awaitsCardPayment(booking) && <span className="admin-secondary-line">Paying online</span>}
        {booking.is_shared && (
          <span className="admin-secondary-line">{isMatch ? 'Open match' : 'Price split'}</span>
        )}
        {(bookingDue(booking) || booking.balance) !== 0 &&
          (booking.received !== 0 || booking.status === 'paid') && (
            <span className="admin-secondary-line">
              {describeBalance(bookingDue(booking) || booking.balance)}
            </span>
          )}
      </td>
      <td className="admin-desktop-up">
        <div className="admin-row-actions">
          <PaymentButton booking={booking} className="quiet" />
          <WhatsAppMenu phone={booking.phone} name={booking.name} about={{ booking }} />
          <ActionMenu
            label={`More actions for booking ${booking.id}`}
            items={STATUS_ACTIONS[booking.status].map(({ to, label }) => ({
              label,
              danger: to === 'cancelled',
              run: () => onChangeStatus(booking, to),
            }))}
          >
            ⋯
          </ActionMenu>
        </div>
      </td>
    </tr>
  );
}

function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.admin-row-link')];
  const row = event.target instanceof Element ? event.target.closest('tr') : null;
  const next = links[links.findIndex((link) => row?.contains(link)) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function NoBookings() {
  const { href } = useUrlParams();
  const everything = {
    q: undefined,
    status: undefined,
    startDate: undefined,
    endDate: undefined,
    cursor: undefined,
    dates: 'all',
  };
  return (
    <div className="card flat">
      <p>No bookings match these filters.</p>
      <p className="cluster">
        <a className="button ghost" href={href(everything)}>
          Show all bookings
        </a>
        <a className="button" href={href({ tab: 'desk' })}>
          Book a walk-in
        </a>
      </p>
    </div>
  );
}
