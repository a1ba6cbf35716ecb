import { type ReactNode, useId } from 'react';
import type { Booking } from '../../src/domain/booking.ts';
import { QueryError, useAdminQuery } from './admin-query.tsx';
import { BookingLine } from './booking-line.tsx';
import { useStatusChange } from './change-status-dialog.tsx';
import { LateReceipts } from './late-receipts.tsx';
import { UnpaidWaves } from './unpaid-waves.tsx';
import { useUrlParams } from './url-params.ts';

/** Everything that waits for the reception; each line is done from here or opens what it is about. */
export default function InboxPanel() {
  const { href } = useUrlParams();
  const { data, error } = useAdminQuery('GET /api/admin/inbox');
  if (!data) {
    return (
      <section aria-label="Inbox">
        <QueryError error={error} />
        {!error && <p aria-busy="true">Loading the inbox …</p>}
      </section>
    );
  }
  const { receipts, to_give_back, unpaid_soon, unread_messages, failed_messages } = data;
  return (
    <section aria-label="Inbox">
      {data.count === 0 && <p className="alert success">Nothing is waiting. All receipts are checked.</p>}
      {data.copy_warnings.map((warning) => (
        <p key={warning} className="alert warning">
          {warning} Tell the owner: what is not copied is lost with the machine.
        </p>
      ))}
      <UnpaidWaves />
      <InboxSection title="Receipts to check" bookings={receipts}>
        {(booking) => <ApproveButton booking={booking} />}
      </InboxSection>
      <LateReceipts />
      <InboxSection title="Unpaid, playing within two hours" bookings={unpaid_soon} />
      <InboxSection title="Money to give back" bookings={to_give_back} />
      {unread_messages > 0 && (
        <p className="admin-inbox-link">
          <a href={href({ tab: 'messages', unread: '1' })}>
            {unread_messages === 1 ? '1 unread message' : `${unread_messages} unread messages`}
          </a>
        </p>
      )}
      {failed_messages > 0 && (
        <p className="admin-inbox-link">
          <a href={href({ tab: 'outbox', status: 'failed' })}>
            {failed_messages === 1
              ? '1 email or text message could not be sent'
              : `${failed_messages} emails or text messages could not be sent`}
          </a>
        </p>
      )}
    </section>
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
            <BookingLine booking={booking} suffix={`, ${booking.court_name}`} />
            {children?.(booking)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The admin compares the receipt with the amount first, so the picture stands beside the button. */
function ApproveButton({ booking }: { booking: Booking }) {
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
      {error && (
        <p className="alert danger" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
