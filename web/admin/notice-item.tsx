import {
  MESSAGE_KIND_LABELS,
  type MessageState,
  type OutboxMessageView,
} from '../../src/domain/outbox-message.ts';
import { call } from '../lib/api.ts';
import { invalidate } from '../lib/query.ts';
import { useAction } from './desk-query.tsx';
import { useParams } from './params.ts';
import { momentLabel } from './words.tsx';

/** A state by sign, word and colour. */
export const STATE_LOOKS: Record<MessageState, { sign: string; label: string; tone: string }> = {
  queued: { sign: '◷', label: 'Waiting', tone: 'warning' },
  sent: { sign: '✓', label: 'Sent', tone: 'success' },
  failed: { sign: '!', label: 'Failed', tone: 'danger' },
  withdrawn: { sign: '–', label: 'Withdrawn', tone: '' },
};

/** One message: what it is, to whom, what became of it, and Retry where that helps. */
export function NoticeItem({
  notice,
  showBooking = false,
}: {
  notice: OutboxMessageView;
  showBooking?: boolean;
}) {
  const { href } = useParams();
  const { sign, label, tone } = STATE_LOOKS[notice.state];
  const words = MESSAGE_KIND_LABELS[notice.kind];
  const mayRetry = notice.state === 'failed' || (notice.state === 'queued' && notice.attempts > 0);
  return (
    <li className="notices-item" data-state={notice.state}>
      <div className="notices-what">
        <p className="notices-kind">
          {words}
          {showBooking && notice.booking_id !== null && (
            <a href={href({ booking: String(notice.booking_id) })}>
              <span className="visually-hidden">of booking </span>#{notice.booking_id}
            </a>
          )}
        </p>
        <p className="muted small">
          {recipientOf(notice)}
          {momentOf(notice)}
        </p>
        {notice.reason && <p className="small notices-reason">{reasonOf(notice)}</p>}
      </div>
      <span className={`badge ${tone}`}>
        <span aria-hidden="true">{sign}</span>
        {label}
      </span>
      {mayRetry && <RetryButton notice={notice} words={words} />}
    </li>
  );
}

function RetryButton({ notice, words }: { notice: OutboxMessageView; words: string }) {
  const { busy, error, run } = useAction('The message could not be put back. Please try again.');
  const retry = () =>
    run(async () => {
      await call('POST', `/api/admin/notices/${notice.id}/retry`, { body: {} });
      await invalidate('/api/admin/notices');
    });
  return (
    <div className="notices-retry">
      <button type="button" className="quiet" aria-busy={busy} onClick={() => void retry()}>
        {notice.state === 'failed' ? 'Retry' : 'Try now'}
        <span className="visually-hidden">
          {' '}
          {words}
          {notice.booking_id === null ? '' : ` of booking ${notice.booking_id}`}
        </span>
      </button>
      {error && (
        <p className="small" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function recipientOf(notice: OutboxMessageView): string {
  if (notice.audience === 'club') return 'To the club';
  return notice.recipient ? `To ${notice.recipient}` : 'To the customer';
}

function momentOf(notice: OutboxMessageView): string {
  if (notice.state === 'queued' && notice.due_at) return `, next try ${momentLabel(notice.due_at)}`;
  return `, ${momentLabel(notice.settled_at ?? notice.created_at)}`;
}

/** The server keeps `unreachable: …`; people read what came after. */
function reasonOf(notice: OutboxMessageView): string {
  const text = (notice.reason ?? '').replace(/^(unreachable|later|refused): /, '');
  if (notice.state === 'sent') return `Not sent out: ${text}.`;
  return notice.state === 'withdrawn' ? `Because ${text}.` : `Last answer: ${text}`;
}
