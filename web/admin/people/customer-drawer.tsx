import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import type { Customer } from '../../../src/domain/customer.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { useAction } from '../../lib/use-action.ts';
import { useIsOwner } from '../../shared/session.tsx';
import { emailLink, phoneLink } from '../../ui/contact-links.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { useMissingTransfers } from '../bank/not-in-bank.tsx';
import { StatusBadge } from '../bookings/status-badge.tsx';
import { dateTimeLabel, dayLabel, timesLabel } from '../date-time-labels.ts';
import { Dialog } from '../dialog.tsx';
import { QueryError } from '../query-error.tsx';
import { useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';

interface CustomerAddress {
  params: { id: number };
  query?: { player_id: number };
}

/** The customer of a booking, or one of its players: visits, no-shows, notes of the staff, and the newest bookings. */
export function CustomerDrawer({
  bookingId,
  playerId,
  onClose,
}: {
  bookingId: number;
  playerId: number | null;
  onClose: () => void;
}) {
  const address: CustomerAddress = {
    params: { id: bookingId },
    ...(playerId === null ? {} : { query: { player_id: playerId } }),
  };
  const { data, error } = useAdminQuery('GET /api/admin/bookings/:id/customer', address);
  return (
    <Dialog title={data?.name ?? 'Customer'} onClose={onClose} drawer>
      <QueryError error={error} />
      {!data && !error && <p aria-busy="true">Loading the customer …</p>}
      {data && <CustomerView customer={data} address={address} />}
    </Dialog>
  );
}

function CustomerView({ customer, address }: { customer: Customer; address: CustomerAddress }) {
  const { href } = useUrlParams();
  const isOwner = useIsOwner();
  const missing = new Set(useMissingTransfers().map(({ booking_id }) => booking_id));
  const { phone, email, user_id, visits, no_shows, cancelled, upcoming, spent, bookings } = customer;
  return (
    <>
      <dl className="facts">
        {phone && (
          <>
            <dt>Phone</dt>
            <dd>
              <a href={phoneLink(phone)}>{phone}</a>
            </dd>
          </>
        )}
        {email && (
          <>
            <dt>Email</dt>
            <dd>
              <a href={emailLink(email)}>{email}</a>
            </dd>
          </>
        )}
        <dt>Visits</dt>
        <dd>{visits}</dd>
        <dt>No-shows</dt>
        <dd>{no_shows}</dd>
        <dt>Cancelled</dt>
        <dd>{cancelled}</dd>
        <dt>Coming</dt>
        <dd>{upcoming}</dd>
        {spent !== null && (
          <>
            <dt>Spent</dt>
            <dd>{formatPkr(spent)}</dd>
          </>
        )}
      </dl>
      {isOwner && user_id !== null && (
        <p>
          <a
            href={href({
              tab: 'users',
              user: String(user_id),
              customer: undefined,
              player: undefined,
              booking: undefined,
            })}
          >
            Open the account
          </a>
        </p>
      )}
      {isOwner && user_id === null && email && <DataLinkButton email={email} />}
      <h3>Notes</h3>
      <CustomerNotes customer={customer} address={address} />
      <h3>Bookings</h3>
      <ul className="admin-customer-bookings">
        {bookings.map((booking) => (
          <li key={booking.id}>
            <a href={href({ booking: String(booking.id), customer: undefined, player: undefined })}>
              {dayLabel(booking)}, {timesLabel(booking.slots)}
            </a>{' '}
            <StatusBadge status={booking.status} />
            {booking.attendance === 'no_show' && <span className="badge danger">No-show</span>}
            {missing.has(booking.id) && <span className="badge warning">Not in the bank yet</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

function CustomerNotes({ customer, address }: { customer: Customer; address: CustomerAddress }) {
  const [text, setText] = useState('');
  const { busy, error, run } = useAction('The note could not be saved. Please try again.');
  const reload = () => invalidateQueries('/api/admin');
  const addNote = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await callApi('POST /api/admin/bookings/:id/customer/notes', {
        ...address,
        body: { note: text },
      });
      setText('');
      await reload();
    });
  };
  const deleteNote = (noteId: number) =>
    run(async () => {
      await callApi('DELETE /api/admin/bookings/:id/customer/notes/:noteId', {
        ...address,
        params: { ...address.params, noteId },
      });
      await reload();
    });
  return (
    <>
      {customer.notes.length === 0 && <p className="muted">No notes yet.</p>}
      <ul className="admin-customer-notes">
        {customer.notes.map(({ id, note, author, created_at, can_delete }) => (
          <li key={id}>
            <p>{note}</p>
            <p className="muted small">
              {author ?? 'A deleted account'}, {dateTimeLabel(created_at)}{' '}
              {can_delete && (
                <button
                  type="button"
                  className="quiet"
                  aria-label={`Delete the note: ${note}`}
                  onClick={() => void deleteNote(id)}
                >
                  Delete
                </button>
              )}
            </p>
          </li>
        ))}
      </ul>
      {customer.phone || customer.email ? (
        <form onSubmit={addNote} className="admin-customer-note-form">
          <label>
            New note
            <textarea
              rows={2}
              maxLength={500}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </label>
          <ErrorAlert text={error} />
          <button type="submit" className="quiet" aria-busy={busy} disabled={text.trim() === ''}>
            Add the note
          </button>
        </form>
      ) : (
        <p className="muted">Notes need a phone or an email.</p>
      )}
    </>
  );
}

/** Emails a guest a link by which they download or delete their data. */
function DataLinkButton({ email }: { email: string }) {
  const [leftOut, setLeftOut] = useState<number[]>([]);
  const { error, busy, run } = useAction('The link could not be sent. Please try again.');
  const send = (corrected: boolean) =>
    run(async () => {
      const { data } = await callApi('POST /api/admin/personal-data', { body: { email, corrected } });
      setLeftOut(data.left_out);
      toast.success('Link sent', { description: email });
    });
  return (
    <>
      <ErrorAlert text={error} />
      <button type="button" className="ghost" aria-busy={busy} onClick={() => void send(false)}>
        Email a link to their data
      </button>
      <p className="muted small">The customer asks for or deletes the data; the mailbox is the proof.</p>
      {leftOut.length > 0 && (
        <div className="alert warning" role="status">
          <p>
            {`The link leaves out ${leftOut.length === 1 ? 'booking' : 'bookings'} ${leftOut.join(', ')}, because the reception changed the email.`}
          </p>
          <button type="button" className="quiet" aria-busy={busy} onClick={() => void send(true)}>
            {`${leftOut.length === 1 ? 'It is' : 'They are'} this customer’s: send a link that includes ${leftOut.length === 1 ? 'it' : 'them'}`}
          </button>
        </div>
      )}
    </>
  );
}
