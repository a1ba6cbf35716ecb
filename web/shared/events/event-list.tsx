import type { ClubEventView } from '../../../src/domain/api/event-routes.ts';
import {
  datesLabel,
  sessionLabel,
  shownSession,
  stageLabel,
  whomLabel,
} from '../../../src/domain/event-labels.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';

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
              <span>
                {session && <span className="no-wrap">{sessionLabel(session)}</span>}
                {dates > 1 && `, ${datesLabel(dates)}`}
              </span>
              <span className="no-wrap">{event.price === 0 ? 'Free' : formatPkr(event.price)}</span>
              <small>
                {whomLabel(event)}
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
