import { useState } from 'react';
import type { ClubEventView } from '../../src/domain/api/event-routes.ts';
import type { ShownTournament } from '../../src/domain/api/tournament-routes.ts';
import { EVENT_KIND_LABELS } from '../../src/domain/event-kinds/labels.ts';
import { leaveUntilLabel, sessionLabel } from '../../src/domain/event-labels.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { formatPayBy } from '../../src/domain/format-payment-deadline.ts';
import { levelLabel } from '../../src/domain/match.ts';
import type { EventDiscount } from '../../src/domain/plan-price.ts';
import { isFinal } from '../../src/domain/tournament/progress.ts';
import { callApi } from '../lib/api.ts';
import { CopyButton } from '../shared/booking-view/copy-button.tsx';
import { SessionTime, StageBadge } from '../shared/events/event-list.tsx';
import { JavaScriptRequired } from '../shared/javascript-required.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { useAuth } from '../shared/session.tsx';
import { StandingsTable } from '../shared/tournament/standings-table.tsx';
import { whatsappLink } from '../ui/contact-links.ts';
import { Facts } from '../ui/facts.tsx';
import { NoWrap } from '../ui/no-wrap.tsx';
import { eventAddress } from './event-address.ts';
import { JoinEventForm } from './join-event-form.tsx';
import { useOwnDiscount } from './use-own-discount.ts';

/** One event: what, when, for whom, who comes, what it costs, and the form that takes a place. */
export default function EventScreen() {
  const { event: drawn, tournament } = usePageData();
  const [event, setEvent] = useState(drawn);
  const { user } = useAuth();
  const reload = () => event && callApi('GET /api/events/:id', eventAddress(event)).then(setEvent, () => {});
  if (!event) return <NoEvent />;
  const isOpen = event.stage === 'open' || event.stage === 'full';
  return (
    <main id="main" className="container narrow" tabIndex={-1}>
      <header className="page-head">
        <p className="eyebrow">{EVENT_KIND_LABELS[event.kind]}</p>
        <h1 translate="no">{event.title}</h1>
      </header>
      <div className="stack">
        <EventCard event={event} mayJoin={isOpen && !tournament} />
        {tournament && <Result event={event} tournament={tournament} />}
        {isOpen && !tournament && (
          <>
            <JavaScriptRequired feature="Joining" />
            <JoinEventForm key={user?.id ?? 0} event={event} user={user} onRefused={reload} />
          </>
        )}
        {isOpen && <ShareEvent event={event} />}
        <p className="cluster">
          <a className="button ghost" href="/events">
            All events
          </a>
        </p>
      </div>
    </main>
  );
}

/** A tournament's standings as of now; the screen that the club's television shows follows them live. */
function Result({ event, tournament }: { event: ClubEventView; tournament: ShownTournament }) {
  const address = new URL(event.share);
  const isOver = isFinal(tournament);
  return (
    <section aria-labelledby="result-title">
      <h2 id="result-title">{isOver ? 'Final result' : 'Standings'}</h2>
      <StandingsTable tournament={tournament} />
      {!isOver && event.stage !== 'over' && (
        <a className="button ghost" href={`${address.pathname}/screen${address.search}`}>
          Courts and standings, live
        </a>
      )}
    </section>
  );
}

function NoEvent() {
  return (
    <main id="main" className="container narrow" tabIndex={-1}>
      <header className="page-head">
        <h1>There is no such event</h1>
        <p className="lead">Its address is not complete, or it is not published.</p>
      </header>
      <a className="button" href="/events">
        All events
      </a>
    </main>
  );
}

function EventCard({ event, mayJoin }: { event: ClubEventView; mayJoin: boolean }) {
  const dates = event.sessions.filter(({ cancelled }) => !cancelled);
  const discount = useOwnDiscount(event);
  const isOpen = event.stage === 'open' || event.stage === 'full';
  const courts = [...new Set(dates.map((session) => session.courts.map(({ name }) => name).join(', ')))];
  return (
    <section className="card highlighted" aria-label="The event">
      {event.image_url && (
        <picture className="picture event-picture">
          <img src={event.image_url} alt="" decoding="async" />
        </picture>
      )}
      <p className="cluster">
        <StageBadge event={event} />
        {event.for !== 'everyone' && (
          <span className="badge warm">{event.for === 'women' ? 'Women only' : 'For children'}</span>
        )}
        {mayJoin && (
          <a className="button requires-javascript" href="#join">
            {event.stage === 'full' ? 'Wait for a place' : 'Join'}
          </a>
        )}
      </p>
      <Dates event={event} withCourts={courts.length > 1} />
      {event.text && <p className="match-text event-text">{event.text}</p>}
      <Facts
        of={{
          Court: courts.length === 1 ? courts[0] : null,
          Level: levelLabel(event),
          ...(event.coach_name ? { Coach: <span translate="no">{event.coach_name}</span> } : {}),
          // Those of a cancelled event have all left.
          Players:
            event.stage === 'cancelled' ? null : (
              <span translate="no">
                {event.players.join(', ') || (isOpen ? 'Nobody yet: be the first' : 'Nobody joined')}
              </span>
            ),
          Price: <EventPrice event={event} discount={discount} />,
        }}
      />
      {mayJoin && (
        <p className="small muted match-note">
          Join until {formatPayBy(event.join_until)}.
          {event.least > 1 &&
            ` If fewer than ${event.least} have joined by then, it is cancelled${event.price > 0 ? ' and you get everything back' : ''}.`}
          {event.price > 0 &&
            ` You can give your place back ${leaveUntilLabel(event)} and get everything back.`}
        </p>
      )}
    </section>
  );
}

/** `PKR 3,000`; for the holder of a plan also what it takes off and what is left. */
function EventPrice({ event, discount }: { event: ClubEventView; discount: EventDiscount | null }) {
  const { price, sessions } = event;
  const isForSeveral = sessions.filter(({ cancelled }) => !cancelled).length > 1;
  if (price === 0) return <span>Free</span>;
  return (
    <>
      <span className="no-wrap">{discount ? <s>{formatPkr(price)}</s> : formatPkr(price)}</span>
      {isForSeveral && !discount && ' for all dates'}
      {discount && (
        <>
          <br />
          <strong className="no-wrap">
            {discount.amount === price ? 'Free' : formatPkr(price - discount.amount)}
          </strong>{' '}
          with your plan <NoWrap>{discount.label}</NoWrap>
          {isForSeveral && ', for all dates'}
        </>
      )}
    </>
  );
}

function Dates({ event, withCourts }: { event: ClubEventView; withCourts: boolean }) {
  return (
    <ul className="event-dates">
      {event.sessions.map((session) => (
        <li key={session.id}>
          {session.cancelled ? (
            <>
              <s>
                <SessionTime session={session} />
              </s>{' '}
              cancelled
            </>
          ) : (
            <strong>
              <SessionTime session={session} />
            </strong>
          )}
          {withCourts && !session.cancelled && ` ${session.courts.map(({ name }) => name).join(', ')}`}
        </li>
      ))}
    </ul>
  );
}

/** Sends the address of an event to others. */
function ShareEvent({ event }: { event: ClubEventView }) {
  const { club } = usePageData();
  const [first] = event.sessions;
  const when = first ? `${sessionLabel(first)}. ` : '';
  const text = `${event.title} at ${club.name}: ${when}Join here: ${event.share}`;
  return (
    <div className="cluster requires-javascript">
      <a className="button ghost" href={whatsappLink('', text)} target="_blank" rel="noopener noreferrer">
        Send by WhatsApp
      </a>
      <CopyButton value={event.share} noun="link" label="to the event" />
    </div>
  );
}
