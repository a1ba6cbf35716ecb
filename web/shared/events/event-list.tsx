import { Fragment } from 'react';
import type { ClubEventView } from '../../../src/domain/api/event-routes.ts';
import {
  datesLabel,
  priceLabel,
  sessionParts,
  shownSession,
  stageLabel,
  whomLabel,
} from '../../../src/domain/event-labels.ts';

/** Events, each a link to its page. */
export function EventList({ events, label }: { events: readonly ClubEventView[]; label: string }) {
  return (
    <ul className="match-list" aria-label={label}>
      {events.map((event) => {
        const session = shownSession(event);
        const dates = event.sessions.filter(({ cancelled }) => !cancelled).length;
        const path = new URL(event.share);
        return (
          <li key={event.id}>
            <a href={path.pathname + path.search} className="card">
              <strong translate="no">{event.title}</strong>
              <StageBadge event={event} />
              <span>{session && <SessionTime session={session} />}</span>
              <span className="no-wrap">{priceLabel(event)}</span>
              <small>
                {whomLabel(event)}
                {dates > 1 && `, ${datesLabel(dates)}`}
                {event.coach_name && `, with ${event.coach_name}`}
              </small>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

export function StageBadge({ event }: { event: ClubEventView }) {
  return <span className={event.stage === 'open' ? 'badge success' : 'badge'}>{stageLabel(event)}</span>;
}

/** `Wed, Nov 25, 6 PM – 7 PM`; a line may end between the date and the time. */
export function SessionTime({ session }: { session: ClubEventView['sessions'][number] }) {
  return (
    <span translate="no">
      {sessionParts(session).map((part, at) => (
        <Fragment key={part}>
          {at > 0 && ', '}
          <span className="no-wrap">{part}</span>
        </Fragment>
      ))}
    </span>
  );
}
