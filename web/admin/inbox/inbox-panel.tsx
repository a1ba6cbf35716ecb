import { type ReactNode, useId } from 'react';
import type { Alarm, Inbox } from '../../../src/domain/api/inbox-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { shortCourtName } from '../../../src/domain/court.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { useAction } from '../../lib/use-action.ts';
import { useIsOwner } from '../../shared/session.tsx';
import { OpenSetupSteps } from '../../shared/settings/open-setup-steps.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { BookingListItem } from '../bookings/booking-list-item.tsx';
import { useStatusChange } from '../bookings/change-status-dialog.tsx';
import { LateReceiptDecisions } from '../bookings/late-receipt-decisions.tsx';
import { MassUnpaidAlerts } from '../bookings/mass-unpaid-alerts.tsx';
import { RejectReceipt } from '../bookings/reject-receipt.tsx';
import { dateTimeLabel } from '../date-time-labels.ts';
import { ContactMessages } from '../messages/contact-messages-panel.tsx';
import { OutboxItem } from '../messages/outbox-item.tsx';
import { PaymentButton } from '../money/payment-sheet.tsx';
import { QueryError } from '../query-error.tsx';
import { SeriesRequests } from '../series/series-requests.tsx';
import { type UrlParams, useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { SoundSwitch } from './sound-alerts.tsx';
import { StaffAlarms } from './staff-alarms.tsx';

/** Where an alarm is looked into. */
const ALARMS: Record<Alarm['kind'], { title: string; link?: { label: string; to: UrlParams } }> = {
  database: { title: 'Database', link: { label: 'See the backups', to: { tab: 'settings' } } },
  // An owner confirms it from here.
  clock: { title: 'Clock' },
  backup: { title: 'Backup', link: { label: 'See the backups', to: { tab: 'settings' } } },
  disk: { title: 'Disk', link: { label: 'See the backups', to: { tab: 'settings' } } },
  restore: { title: 'Restored', link: { label: 'Enter a booking', to: { tab: 'desk' } } },
  mail: {
    title: 'Email',
    link: { label: 'See the waiting emails', to: { tab: 'outbox', status: 'queued' } },
  },
  bank: { title: 'Bank', link: { label: 'See them', to: { tab: 'bank' } } },
  // They stand below.
  receipt: { title: 'Receipts' },
};

/** Everything that waits for the reception; each line is done from here or opens what it is about. */
export default function InboxPanel() {
  const { href } = useUrlParams();
  const isOwner = useIsOwner();
  const { data, error } = useAdminQuery('GET /api/admin/inbox');
  if (!data) {
    return (
      <section aria-label="To do">
        <QueryError error={error} />
        {!error && <p aria-busy="true">Loading …</p>}
      </section>
    );
  }
  const { receipts, to_give_back, unpaid_soon, unread_messages, failed_messages } = data;
  return (
    <section aria-label="To do">
      {data.count === 0 && <p className="alert success">Nothing is waiting. All receipts are checked.</p>}
      {data.alarms.map(({ kind, text }) => {
        const { title, link } = ALARMS[kind];
        const isForOwner = ['backup', 'clock', 'database', 'disk', 'mail'].includes(kind);
        return (
          <p key={text} className="alert warning">
            <strong>{title}:</strong> {text}{' '}
            {isForOwner && !isOwner
              ? 'Please tell the owner.'
              : link && <a href={href(link.to)}>{link.label}</a>}
            {kind === 'clock' && isOwner && <ConfirmClock />}
          </p>
        );
      })}
      <StaffAlarms alarms={data.staff_alarms} />
      {isOwner && <SetupChecklist />}
      <MassUnpaidAlerts />
      <InboxSection title="Receipts to check" bookings={receipts}>
        {(booking) => <ReceiptDecision booking={booking} />}
      </InboxSection>
      <LateReceiptDecisions />
      <InboxSection title="Unpaid, playing within two hours" bookings={unpaid_soon}>
        {(booking) => <PaymentButton booking={booking} />}
      </InboxSection>
      <InboxSection title="Refunds due" bookings={to_give_back}>
        {(booking) => <PaymentButton booking={booking} />}
      </InboxSection>
      <SeriesRequests requests={data.series_requests} ending={data.series_ending} />
      {unread_messages > 0 && <UnreadMessages count={unread_messages} />}
      {failed_messages > 0 && <FailedMessages count={failed_messages} />}
      {data.copies && <CopyAges {...data.copies} />}
      <SoundSwitch />
    </section>
  );
}

/** Ends the wait after a jump of the clock. */
function ConfirmClock() {
  const { busy, error, run } = useAction('The clock could not be confirmed. Please try again.');
  const confirm = () =>
    run(async () => {
      await callApi('POST /api/admin/clock/confirm');
      await Promise.all(['/api/admin', '/api/health'].map((address) => invalidateQueries(address)));
    });
  return (
    <>
      <button type="button" className="quiet" disabled={busy} onClick={confirm}>
        The clock is right
      </button>
      {error && <span role="alert"> {error}</span>}
    </>
  );
}

/** What the club has still to set up; nothing once everything is done. */
function SetupChecklist() {
  const { data } = useAdminQuery('GET /api/admin/settings');
  const steps = data?.open_steps ?? [];
  if (steps.length === 0) return null;
  return (
    <details className="setup-checklist">
      <summary>
        {steps.length === 1
          ? '1 thing is still to be set up'
          : `${steps.length} things are still to be set up`}
        {steps.includes('bank') && ': bank transfer is not offered yet'}
      </summary>
      <OpenSetupSteps steps={steps} />
    </details>
  );
}

/** How much a lost machine would cost, for the reception that has to answer it. */
function CopyAges({ last_copy, last_rehearsal }: NonNullable<Inbox['copies']>) {
  return (
    <p className="muted">
      {last_copy
        ? `The last copy of the club is of ${dateTimeLabel(last_copy)}.`
        : 'The club has no copy yet.'}{' '}
      {last_rehearsal
        ? `A copy was restored for a test on ${dateTimeLabel(last_rehearsal)}.`
        : 'No copy was restored for a test yet.'}
    </p>
  );
}

function InboxSection({
  title,
  bookings,
  children,
}: {
  title: string;
  bookings: readonly Booking[];
  /** What can be done with a booking from its line. */
  children?: (booking: Booking) => ReactNode;
}) {
  const headingId = useId();
  if (bookings.length === 0) return null;
  return (
    <section className="card admin-inbox" aria-labelledby={headingId}>
      <h2 id={headingId}>
        {title} <span className="muted">({bookings.length})</span>
      </h2>
      <ul className="money-lines">
        {bookings.map((booking) => (
          <li key={booking.id} className="admin-inbox-line">
            <BookingListItem
              booking={booking}
              suffix={`, ${shortCourtName(booking.court_name).replace(' ', '\u00a0')}`}
            />
            {children?.(booking)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The inbox shows this many messages of each kind; the rest stands on their own tab. */
const SHOWN_MESSAGES = '5';

function UnreadMessages({ count }: { count: number }) {
  const { href } = useUrlParams();
  const { data } = useAdminQuery('GET /api/admin/messages', {
    query: { unread: '1', limit: SHOWN_MESSAGES },
  });
  return (
    <section aria-labelledby="unread-messages">
      <h2 id="unread-messages">
        Unread messages <span className="muted">({count})</span>
      </h2>
      {data && <ContactMessages messages={data.messages} />}
      {data && data.messages.length < count && (
        <p className="admin-inbox-link">
          <a href={href({ tab: 'messages', unread: '1' })}>Show all {count}</a>
        </p>
      )}
    </section>
  );
}

function FailedMessages({ count }: { count: number }) {
  const { href } = useUrlParams();
  const { data } = useAdminQuery('GET /api/admin/outbox', {
    query: { state: 'failed', limit: SHOWN_MESSAGES },
  });
  return (
    <section aria-labelledby="failed-messages">
      <h2 id="failed-messages">
        Not sent <span className="muted">({count})</span>
      </h2>
      <ul className="outbox-list">
        {data?.messages.map((message) => (
          <OutboxItem key={message.id} message={message} showBooking />
        ))}
      </ul>
      {data && data.messages.length < count && (
        <p className="admin-inbox-link">
          <a href={href({ tab: 'outbox', status: 'failed' })}>Show all {count}</a>
        </p>
      )}
    </section>
  );
}

/** The admin compares the receipt with the amount first, so the picture stands beside the buttons. */
function ReceiptDecision({ booking }: { booking: Booking }) {
  const { busy, error, changeStatus } = useStatusChange();
  return (
    <div className="admin-inbox-receipt">
      <a href={`/api/booking/${booking.id}/receipt`} target="_blank" rel="noopener">
        <img
          src={`/api/booking/${booking.id}/receipt`}
          alt={`Receipt for booking ${booking.id}`}
          loading="lazy"
          width="64"
          height="64"
        />
      </a>
      <button
        type="button"
        aria-busy={busy}
        aria-label={`Approve the payment of ${booking.name}`}
        onClick={() => void changeStatus(booking, 'paid')}
      >
        Approve
      </button>
      <RejectReceipt booking={booking} />
      <ErrorAlert text={error} />
    </div>
  );
}
