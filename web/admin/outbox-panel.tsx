import {
  isMessageState,
  MESSAGE_STATES,
  type MessageState,
  type OutboxPage,
} from '../../src/domain/outbox-message.ts';
import { QueryError, useAdminQuery } from './admin-query.tsx';
import { OutboxItem, STATE_BADGES } from './outbox-item.tsx';
import { Pagination } from './pagination.tsx';
import { useUrlParams } from './url-params.ts';

type Filter = MessageState | 'all';

const FILTERS: readonly { id: Filter; label: string }[] = [
  ...(['failed', 'queued', 'sent', 'withdrawn'] as const).map((id) => ({
    id,
    label: STATE_BADGES[id].label,
  })),
  { id: 'all', label: 'All' },
];

const EMPTY_TEXTS: Record<Filter, string> = {
  failed: 'Nothing failed. What could not be delivered would stand here, with a button to send it again.',
  queued: 'Nothing waits. Mails leave within seconds of what they tell of.',
  sent: 'Nothing was sent yet.',
  withdrawn: 'Nothing was withdrawn. Here stands what a newer word has overtaken.',
  all: 'No mail or text message was written yet. The first booking makes the first ones.',
};

/** Every mail and text message of the club: the failed ones first, because they need somebody. */
export default function OutboxPanel() {
  const { params, navigate } = useUrlParams();
  const { status = 'failed', cursor } = params;
  const filter: Filter = isMessageState(status) || status === 'all' ? status : 'failed';
  const state = filter === 'all' ? undefined : filter;
  const { data, error } = useAdminQuery('GET /api/admin/notices', { query: { state, cursor, limit: '25' } });
  const total = data ? MESSAGE_STATES.reduce((sum, state) => sum + data.counts[state], 0) : 0;
  return (
    <section aria-label="Mails and text messages" className="outbox">
      {data && <TransportWarnings mail={data.mail} sms={data.sms} />}
      <fieldset className="outbox-filter">
        <legend className="visually-hidden">Which messages</legend>
        {FILTERS.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            className={filter === id ? '' : 'ghost'}
            aria-pressed={filter === id}
            onClick={() => navigate({ status: id === 'failed' ? undefined : id, cursor: undefined })}
          >
            {label}
            {data && <span className="outbox-count">{id === 'all' ? total : data.counts[id]}</span>}
          </button>
        ))}
      </fieldset>
      <QueryError error={error} />
      {!data && !error && <p aria-busy="true">Loading messages …</p>}
      {data && data.notices.length === 0 && <p className="card flat">{EMPTY_TEXTS[filter]}</p>}
      <ul className="outbox-list">
        {data?.notices.map((message) => (
          <OutboxItem key={message.id} message={message} showBooking />
        ))}
      </ul>
      <Pagination
        cursor={cursor}
        nextCursor={data?.next_cursor ? String(data.next_cursor) : null}
        label="Pages of messages"
      />
    </section>
  );
}

/** The messages of one booking, for the place where the booking is shown. */
export function BookingMessages({ bookingId }: { bookingId: number }) {
  const { data, error } = useAdminQuery('GET /api/admin/notices', { query: { booking_id: bookingId } });
  if (error) return <QueryError error={error} />;
  if (!data) return <p aria-busy="true">Loading messages …</p>;
  const { notices, mail } = data;
  if (notices.length === 0) return <p className="muted">No message was written for this booking.</p>;
  return (
    <>
      {mail === 'files' && <p className="muted small">No mail server is set up: mails are kept as files.</p>}
      <ul className="outbox-list compact">
        {notices.map((message) => (
          <OutboxItem key={message.id} message={message} />
        ))}
      </ul>
    </>
  );
}

function TransportWarnings({ mail, sms }: Pick<OutboxPage, 'mail' | 'sms'>) {
  return (
    <>
      {mail === 'files' && (
        <p className="alert warning">
          <strong>No mail server is set up.</strong> Mails are not sent: each one is kept as a file in the
          folder <code>outbox</code> of the data folder. Put your provider’s address into{' '}
          <code>smtp_url</code> in <code>club.toml</code> and start the program again.
        </p>
      )}
      {sms === 'off' && (
        <p className="muted small">
          Text messages are off: there is no <code>sms.url</code> in <code>club.toml</code>.
        </p>
      )}
    </>
  );
}
