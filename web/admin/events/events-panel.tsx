import { useState } from 'react';
import type { AdminClubEvent } from '../../../src/domain/api/event-routes.ts';
import { EVENT_KIND_LABELS } from '../../../src/domain/event-kinds/labels.ts';
import { datesLabel, sessionLabel, shownSession, stageLabel } from '../../../src/domain/event-labels.ts';
import { useToday } from '../../shared/club-time-hooks.ts';
import { useIsOwner } from '../../shared/session.tsx';
import { ListLine } from '../list-line.tsx';
import { QueryStatus } from '../query-error.tsx';
import { useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { Coaches } from './coaches.tsx';
import { type EventDraft, emptyDraft } from './event-draft.ts';
import { NewEventDialog } from './new-event-dialog.tsx';

/** The club's events, the next one first, and its coaches. */
export default function EventsPanel() {
  const { navigate } = useUrlParams();
  const { data, error } = useAdminQuery('GET /api/admin/events');
  const [showsPast, setShowsPast] = useState(false);
  const [draft, setDraft] = useState<EventDraft | null>(null);
  const today = useToday();
  const isOwner = useIsOwner();
  return (
    <section aria-label="Events">
      <div className="admin-day-head">
        <h2 className="visually-hidden">Events</h2>
        <button type="button" onClick={() => setDraft(emptyDraft('class', today))}>
          New event
        </button>
      </div>
      <QueryStatus data={data} error={error} />
      {data?.events.length === 0 && (
        <p className="card flat">
          No events yet. Press New event for a class, a social or a tournament; players then find it at
          /events.
        </p>
      )}
      {data && <EventLines events={data.events} />}
      <details className="series-over" onToggle={(event) => setShowsPast(event.currentTarget.open)}>
        <summary>Past events</summary>
        {showsPast && <PastEvents />}
      </details>
      {data && isOwner && <Coaches coaches={data.coaches} />}
      {draft && data && (
        <NewEventDialog
          start={draft}
          coaches={data.coaches}
          onClose={() => setDraft(null)}
          onDone={(id) => {
            setDraft(null);
            navigate({ event: String(id) });
          }}
        />
      )}
    </section>
  );
}

function PastEvents() {
  const { data, error } = useAdminQuery('GET /api/admin/events', { query: { past: '1' } });
  return (
    <>
      <QueryStatus data={data} error={error} />
      {data?.events.length === 0 && <p className="muted">None yet.</p>}
      {data && <EventLines events={data.events} />}
    </>
  );
}

function EventLines({ events }: { events: readonly AdminClubEvent[] }) {
  const { href } = useUrlParams();
  return (
    <ul className="lines">
      {events.map((event) => {
        const session = shownSession(event);
        const dates = event.sessions.filter(({ cancelled }) => !cancelled).length;
        return (
          <ListLine
            key={event.id}
            name={
              <a href={href({ event: String(event.id) })} translate="no">
                {event.title}
              </a>
            }
            details={
              <>
                {EVENT_KIND_LABELS[event.kind]}
                {session && `, ${sessionLabel(session)}`}
                {dates > 1 && `, ${datesLabel(dates)}`}
                {event.coach_name && `, ${event.coach_name}`}
              </>
            }
          >
            <span className="cluster">
              <span>
                {event.joined} of {event.most}
                {event.waiting > 0 && `, ${event.waiting} waiting`}
              </span>
              <EventBadge event={event} />
            </span>
          </ListLine>
        );
      })}
    </ul>
  );
}

export function EventBadge({ event }: { event: AdminClubEvent }) {
  if (event.state === 'draft') return <span className="badge warning">Not published</span>;
  const isShort = event.stage === 'open' && event.confirmed < event.least;
  return (
    <span className={`badge ${event.stage === 'open' && !isShort ? 'success' : ''}`}>
      {isShort ? `Needs ${event.least - event.confirmed} more` : stageLabel(event)}
    </span>
  );
}
