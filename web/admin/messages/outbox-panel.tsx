import type { OutboxPage } from '../../../src/domain/api/outbox-routes.ts';
import { isMessageState, MESSAGE_STATES, type MessageState } from '../../../src/domain/outbox-message.ts';
import { FilterButtons } from '../filter-buttons.tsx';
import { Pagination } from '../pagination.tsx';
import { QueryStatus } from '../query-error.tsx';
import { useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { OutboxItem, STATE_BADGES } from './outbox-item.tsx';

type Filter = MessageState | 'all';

/** Shown once there are any. */
const RARE: ReadonlySet<MessageState> = new Set(['delivered', 'read', 'saved', 'dropped']);

const FILTERS: readonly { id: Filter; label: string }[] = [
  ...(['failed', 'queued', 'sent', 'delivered', 'read', 'saved', 'dropped', 'withdrawn'] as const).map(
    (id) => ({
      id,
      label: STATE_BADGES[id].label,
    }),
  ),
  { id: 'all', label: 'All' },
];

const EMPTY_TEXTS: Record<Filter, string> = {
  failed: 'No messages have failed. Any that do appear here with a Retry button.',
  queued: 'No messages are waiting. Messages are usually sent within seconds.',
  sent: 'No messages have been sent yet.',
  delivered: 'No deliveries have been reported.',
  read: 'No messages have been reported as read.',
  saved: 'No email has been saved as a file.',
  dropped:
    'No messages have been dropped. This happens if somebody makes us write to the same address too often.',
  withdrawn: 'No messages have been replaced by newer ones.',
  all: 'There are no messages yet. The first ones will come with the first booking.',
};

/**
 * Lists every email and text message of the club; opens with the failed ones, because an admin has to act on them.
 */
export default function OutboxPanel() {
  const { params, navigate } = useUrlParams();
  const { status = 'failed', cursor } = params;
  const filter: Filter = isMessageState(status) || status === 'all' ? status : 'failed';
  const state = filter === 'all' ? undefined : filter;
  const { data, error } = useAdminQuery('GET /api/admin/outbox', { query: { state, cursor, limit: '25' } });
  const total = data ? MESSAGE_STATES.reduce((sum, state) => sum + data.counts[state], 0) : 0;
  return (
    <section aria-label="Email and SMS" className="outbox">
      {data && <TransportWarnings mail={data.mail} sms={data.sms} />}
      <FilterButtons
        legend="Filter messages by state"
        choices={FILTERS.filter(
          ({ id }) => id === 'all' || !RARE.has(id) || data?.counts[id] || filter === id,
        ).map(({ id, label }) => ({
          id,
          label: (
            <>
              {label}
              {data && <span className="number">{id === 'all' ? total : data.counts[id]}</span>}
            </>
          ),
        }))}
        chosen={filter}
        onChoose={(id) => navigate({ status: id === 'failed' ? undefined : id, cursor: undefined })}
      />
      <QueryStatus data={data} error={error} />
      {data && data.messages.length === 0 && <p className="card flat">{EMPTY_TEXTS[filter]}</p>}
      <ul className="outbox-list">
        {data?.messages.map((message) => (
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

/** The messages about one booking, for its details. */
export function BookingMessages({ bookingId }: { bookingId: number }) {
  const { data, error } = useAdminQuery('GET /api/admin/outbox', { query: { booking_id: bookingId } });
  if (!data) return <QueryStatus data={data} error={error} />;
  const { messages, mail } = data;
  if (messages.length === 0) return <p className="muted">There are no messages about this booking.</p>;
  return (
    <>
      {mail === 'files' && (
        <p className="muted small">
          No mail server is set up. Emails are saved as files instead of being sent.
        </p>
      )}
      <ul className="outbox-list compact">
        {messages.map((message) => (
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
          <strong>No mail server is set up.</strong> Emails are not sent, only saved on the server.{' '}
          <a href="/admin?tab=settings&page=mail">Set up email</a>
        </p>
      )}
      {sms === 'off' && <p className="muted small">SMS is off.</p>}
    </>
  );
}
