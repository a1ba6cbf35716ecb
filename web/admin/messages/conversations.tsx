import { useState } from 'react';
import type { Conversation, ConversationMessage } from '../../../src/domain/api/conversation-routes.ts';
import { conversationAnswerSchema } from '../../../src/domain/conversation.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { serverNow } from '../../lib/server-time.ts';
import { useForm } from '../../lib/use-form.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { InputField, TextareaField } from '../../ui/field.tsx';
import { ActionButton } from '../action-button.tsx';
import { dateTimeLabel } from '../date-time-labels.ts';
import { QueryStatus } from '../query-error.tsx';
import { useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { STATE_BADGES } from './outbox-item.tsx';

type OpenPart = { payer_id: number; line: string };

/** Chats with customers; nothing while the club has no channel by which they write, or none has written. */
export function Conversations() {
  const { club } = usePageData();
  const { data, error } = useAdminQuery('GET /api/admin/conversations', { skip: !club.channels });
  const [open, setOpen] = useState<number | null>(null);
  if (!club.channels || (data?.conversations.length === 0 && !error)) return null;
  return (
    <section aria-labelledby="conversations-title" className="conversations">
      <h2 id="conversations-title">Chats</h2>
      <QueryStatus data={data} error={error} />
      <ul className="admin-messages">
        {data?.conversations.map((conversation) => (
          <li key={conversation.id} className="card" data-read={!conversation.waits}>
            <header className="cluster">
              <h3 translate="no">{conversation.name}</h3>
              <span className="badge">{conversation.channel_label}</span>
              {conversation.waits && <span className="badge lime">New</span>}
              <span className="muted">
                {dateTimeLabel(conversation.last_at)}, <span translate="no">{conversation.phone}</span>
              </span>
            </header>
            {open === conversation.id ? (
              <Thread conversation={conversation} onClose={() => setOpen(null)} />
            ) : (
              <>
                <p className="admin-message-text">{conversation.last_text}</p>
                <button type="button" className="quiet" onClick={() => setOpen(conversation.id)}>
                  Open
                  <span className="visually-hidden"> the chat with {conversation.name}</span>
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Thread({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const { id, waits, name } = conversation;
  const { data, error } = useAdminQuery('GET /api/admin/conversations/:id', { params: { id } });
  return (
    <>
      <QueryStatus data={data} error={error} />
      {data && (
        <ol className="thread" aria-label={`Chat with ${name}`}>
          {data.messages.map((message) => (
            <ThreadMessage
              key={`${message.source}${message.id}`}
              message={message}
              openParts={data.open_parts}
            />
          ))}
        </ol>
      )}
      {data && <Answer id={id} isLate={Date.parse(data.free_until) <= serverNow()} />}
      <div className="cluster">
        <ActionButton
          className="ghost"
          failure="The chat could not be changed. Please try again."
          act={() => callApi('PUT /api/admin/conversations/:id', { params: { id }, body: { read: waits } })}
          onDone={() => void invalidateQueries('GET /api/admin/*')}
        >
          {waits ? 'Mark read' : 'Mark unread'}
        </ActionButton>
        <button type="button" className="ghost" onClick={onClose}>
          Close
        </button>
      </div>
    </>
  );
}

function ThreadMessage({ message, openParts }: { message: ConversationMessage; openParts: OpenPart[] }) {
  const { href } = useUrlParams();
  const { from_club, source, author, text, at, state, reason, picture, receipt_of, booking_id } = message;
  const badge = state && STATE_BADGES[state];
  return (
    <li data-from={from_club ? 'club' : 'customer'}>
      <p className="muted small">
        {from_club
          ? (author ?? 'Sent automatically')
          : source === 'form'
            ? 'By the contact form'
            : 'Customer'}
        , {dateTimeLabel(at)}
        {badge && `, ${badge.label.toLowerCase()}`}
        {state === 'failed' && reason && `: ${reason}`}
      </p>
      {text && <p className="admin-message-text">{text}</p>}
      {picture && (
        <a href={`/api/admin/conversations/pictures/${message.id}`} target="_blank" rel="noreferrer">
          Show the picture
        </a>
      )}
      {picture === 'receipt' && booking_id !== null && (
        <p>
          It is the receipt of <a href={href({ booking: String(booking_id) })}>booking #{booking_id}</a>.
        </p>
      )}
      {picture === 'receipt' && booking_id === null && receipt_of && (
        <p>
          It is the receipt of <span translate="no">{receipt_of}</span>.
        </p>
      )}
      {picture === 'wanted' && <p className="muted">It is being read as a receipt.</p>}
      {(picture === 'waits' || picture === 'refused') && (
        <MakeReceipt id={message.id} openParts={openParts} />
      )}
    </li>
  );
}

/** The reception says of what a picture is the receipt. */
function MakeReceipt({ id, openParts }: { id: number; openParts: OpenPart[] }) {
  const [booking, setBooking] = useState('');
  const take = (body: { booking_id: number } | { payer_id: number }) => ({
    failure: 'The picture could not be taken. Please try again.',
    act: () => callApi('POST /api/admin/conversations/pictures/:id/receipt', { params: { id }, body }),
    onDone: () => void invalidateQueries('GET /api/admin/*'),
  });
  return (
    <div className="thread-receipt">
      {openParts.map(({ payer_id, line }) => (
        <ActionButton key={payer_id} className="quiet" {...take({ payer_id })}>
          <span>
            Receipt of <span translate="no">{line}</span>
          </span>
        </ActionButton>
      ))}
      <div className="cluster">
        <InputField
          label="Receipt of booking number"
          name={`booking-of-${id}`}
          inputMode="numeric"
          value={booking}
          onChange={(event) => setBooking(event.target.value)}
        />
        <ActionButton {...take({ booking_id: Number(booking) })}>Take it as the receipt</ActionButton>
      </div>
    </div>
  );
}

function Answer({ id, isLate }: { id: number; isLate: boolean }) {
  const { form, formProps, problem, busy, fieldProps } = useForm({
    isStaff: true,
    schema: conversationAnswerSchema,
    initialValues: { text: '' },
    failure: 'The answer was not sent. Please try again.',
    onSubmit: async (body) => {
      await callApi('POST /api/admin/conversations/:id/answer', { params: { id }, body });
      form.resetForm();
    },
  });
  return (
    <form {...formProps} aria-label="Answer">
      <ErrorAlert text={problem} />
      <TextareaField
        label="Answer"
        rows={3}
        hint={
          isLate
            ? 'The customer wrote more than a day ago, so your answer goes inside a message that WhatsApp has approved.'
            : undefined
        }
        {...fieldProps('text')}
      />
      <button type="submit" disabled={busy} aria-busy={busy}>
        Send
      </button>
    </form>
  );
}
