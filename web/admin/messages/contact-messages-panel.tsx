import type { AdminContactMessage } from '../../../src/domain/api/contact-routes.ts';
import { contactSubjectLabel } from '../../../src/domain/contact-form.ts';
import { callApi } from '../../lib/api.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { emailLink } from '../../ui/contact-links.ts';
import { EmailAddress } from '../../ui/email-address.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { dateTimeLabel } from '../date-time-labels.ts';
import { Pagination } from '../pagination.tsx';
import { QueryStatus } from '../query-error.tsx';
import { useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { useChange } from '../use-change.ts';
import { Conversations } from './conversations.tsx';

export default function ContactMessagesPanel() {
  const { club } = usePageData();
  const { params, navigate } = useUrlParams();
  const { unread, cursor } = params;
  const { data, error } = useAdminQuery('GET /api/admin/messages', {
    query: { unread, cursor, limit: '25' },
  });
  return (
    <section aria-label="Messages">
      <Conversations />
      <div className="admin-list-top">
        <p role="status">{data && countLabel(data)}</p>
        <label className="admin-checkbox">
          <input
            type="checkbox"
            checked={unread === '1'}
            onChange={(event) =>
              navigate({ unread: event.target.checked ? '1' : undefined, cursor: undefined })
            }
          />
          Unread only
        </label>
      </div>
      <QueryStatus data={data} error={error} />
      {data && data.messages.length === 0 && (
        <p className="card flat">
          {unread
            ? 'All messages are read.'
            : `There are no messages yet. ${club.channels ? 'Chats and messages' : 'Messages'} from the contact page appear here.`}
        </p>
      )}
      {data && <ContactMessages messages={data.messages} />}
      <Pagination cursor={cursor} nextCursor={data?.next_cursor} label="Pages of messages" />
    </section>
  );
}

/** Messages in full, each to be answered and marked as read. */
function ContactMessages({ messages }: { messages: readonly AdminContactMessage[] }) {
  const action = useChange('The message could not be changed. Please try again.');
  const setRead = (message: AdminContactMessage, read: boolean) =>
    action.run(() => callApi('PUT /api/admin/messages/:id', { params: { id: message.id }, body: { read } }));
  return (
    <>
      <ErrorAlert text={action.error} />
      <ul className="admin-messages">
        {messages.map((message) => (
          <li key={message.id} className="card" data-read={message.read}>
            <header className="cluster">
              <h3>{message.name}</h3>
              <span className="badge">{contactSubjectLabel(message.subject)}</span>
              {!message.read && <span className="badge lime">New</span>}
              <span className="muted admin-customer">
                {dateTimeLabel(message.created_at)}, <EmailAddress address={message.email} />
              </span>
            </header>
            <p className="admin-message-text">{message.message}</p>
            <div className="cluster">
              <a
                className="button quiet"
                href={emailLink(message.email, `Re: ${contactSubjectLabel(message.subject)}`)}
                onClick={() => void setRead(message, true)}
              >
                <Icon name="mail" />
                Reply
                <span className="visually-hidden"> to {message.name}</span>
              </a>
              <button
                type="button"
                className="ghost"
                aria-busy={action.busy}
                onClick={() => void setRead(message, !message.read)}
              >
                {message.read ? 'Mark unread' : 'Mark read'}
                <span className="visually-hidden"> the message from {message.name}</span>
              </button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function countLabel({ total, unread }: { total: number; unread: number }): string {
  return total === 0 ? 'No messages' : `${unread} unread of ${total}`;
}
