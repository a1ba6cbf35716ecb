import type { OutboxMessageView } from '../../../src/domain/api/outbox-routes.ts';
import type { MessageState } from '../../../src/domain/outbox-message.ts';
import { callApi } from '../../lib/api.ts';
import { EmailAddress } from '../../ui/email-address.tsx';
import { ActionButton } from '../action-button.tsx';
import { dateTimeLabel } from '../date-time-labels.ts';
import { useUrlParams } from '../url-params.ts';
import { WhatsAppMenu } from '../whatsapp-menu.tsx';

/** Symbol, label and colour of each state. */
export const STATE_BADGES: Record<MessageState, { symbol: string; label: string; tone: string }> = {
  queued: { symbol: '◷', label: 'Waiting', tone: 'warning' },
  sent: { symbol: '✓', label: 'Sent', tone: 'success' },
  delivered: { symbol: '✓✓', label: 'Delivered', tone: 'success' },
  read: { symbol: '✓✓', label: 'Read', tone: 'success' },
  saved: { symbol: '▤', label: 'Saved as file', tone: 'warning' },
  failed: { symbol: '!', label: 'Failed', tone: 'danger' },
  dropped: { symbol: '–', label: 'Dropped', tone: 'warning' },
  withdrawn: { symbol: '–', label: 'Withdrawn', tone: '' },
};

/** A message with its kind, recipient, state and a Retry button. */
export function OutboxItem({
  message,
  showBooking = false,
}: {
  message: OutboxMessageView;
  showBooking?: boolean;
}) {
  const { href } = useUrlParams();
  const { symbol, label, tone } = STATE_BADGES[message.state];
  const canRetry = message.state === 'failed' || (message.state === 'queued' && message.attempts > 0);
  return (
    <li className="outbox-item" data-state={message.state}>
      <div className="outbox-summary">
        <p className="outbox-kind">
          {message.label}{' '}
          {showBooking && message.booking_id !== null && (
            <a href={href({ booking: String(message.booking_id) })}>
              <span className="visually-hidden">of booking </span>#{message.booking_id}
            </a>
          )}
        </p>
        <p className="outbox-envelope muted small">
          <span>
            <Recipient message={message} />
          </span>
          <span>{channelLabel(message)}</span>
          <span className="no-wrap">{timeLabel(message)}</span>
        </p>
        {message.reason && message.state !== 'saved' && (
          <p className="small outbox-reason">{reasonLabel(message)}</p>
        )}
        {message.channel === 'sms' && message.audience === 'customer' && (
          <WhatsAppMenu phone={message.recipient} name={message.recipient ?? ''} about={{ name: '' }} />
        )}
      </div>
      <span className={`badge ${tone}`}>
        <span aria-hidden="true">{symbol}</span>
        {label}
      </span>
      {canRetry && (
        <div className="outbox-retry">
          <ActionButton
            failure="The message could not be retried. Please try again."
            act={() => callApi('POST /api/admin/outbox/:id/retry', { params: { id: message.id }, body: {} })}
          >
            {message.state === 'failed' ? 'Retry' : 'Try now'}
            <span className="visually-hidden">
              {` ${message.label}${message.booking_id === null ? '' : ` of booking ${message.booking_id}`}`}
            </span>
          </ActionButton>
        </div>
      )}
    </li>
  );
}

function Recipient({ message }: { message: OutboxMessageView }) {
  if (message.audience === 'club') return 'To the club';
  if (!message.recipient) return 'To the customer';
  return (
    <>
      To <EmailAddress address={message.recipient} />
    </>
  );
}

function channelLabel({ channel_label, passed_from }: OutboxMessageView): string {
  if (passed_from === channel_label) return `${channel_label}, in a second attempt`;
  return passed_from === null
    ? channel_label
    : `${channel_label}, because ${passed_from} did not get through`;
}

function timeLabel(message: OutboxMessageView): string {
  if (message.state === 'queued' && message.due_at) return `Next try ${dateTimeLabel(message.due_at)}`;
  return dateTimeLabel(message.settled_at ?? message.created_at);
}

/** Removes the error class that the server puts before the text, such as `unreachable: `. */
function reasonLabel(message: OutboxMessageView): string {
  const text = (message.reason ?? '').replace(/^(unreachable|later|refused): /, '');
  if (message.state === 'dropped') return `Not sent because ${text}.`;
  return message.state === 'withdrawn' ? `Withdrawn because ${text}.` : `Last error: ${text}`;
}
