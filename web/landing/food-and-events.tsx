import { nextEvents } from '../../src/domain/event-labels.ts';
import { LANDING_TEXTS, type LandingPage } from '../../src/domain/landing-texts.ts';
import { useQuery } from '../lib/query.ts';
import { EventList } from '../shared/events/event-list.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { LineIcon } from '../ui/icons.tsx';
import { Picture } from '../ui/picture.tsx';

const GLASS = <path d="M5 4h14l-7 8.5L5 4Zm7 8.5V20m-4 0h8" />;
const TROPHY = (
  <path d="M7.5 4h9v5a4.5 4.5 0 0 1-9 0V4Zm0 2H4c0 3 1.3 4.5 3.7 4.800M16.5 6H20c0 3-1.3 4.5-3.7 4.800M12 13.5V17m-4 3.5h8M9.5 20.5c0-2 1-3.5 2.5-3.5s2.5 1.5 2.5 3.5" />
);

export function FoodAndDrink({ landing }: { landing: LandingPage | undefined }) {
  return (
    <section id="food-drink" className="landing-section" aria-labelledby="food-title">
      <div className="container feature">
        {landing?.food_picture ? (
          <picture className="picture feature-picture">
            <img src={landing.food_picture} alt="" loading="lazy" decoding="async" />
          </picture>
        ) : (
          <Picture
            name="lounge"
            alt="The lounge at night: a long bar with terracotta stools, and the blue court behind the window"
            sizes="(min-width: 60rem) 42rem, 100vw"
            className="feature-picture"
          />
        )}
        <div className="feature-text">
          <p className="eyebrow">Sip</p>
          <h2 id="food-title">Food &amp; Drink</h2>
          <p className="lead">{landing?.food_text ?? LANDING_TEXTS.food_text}</p>
          <button type="button" disabled>
            <LineIcon>{GLASS}</LineIcon> Coming Soon
          </button>
        </div>
      </div>
    </section>
  );
}

const PLANNED_EVENTS = [
  ['Events', 'Mixed pairs: come without a team.'],
  ['Clinics', 'Coaching for beginners and advanced players.'],
] as const;

const JOIN_TEXT = 'Join one. You don’t need an account.';

/** What the club has published, or what it plans while there is nothing. */
export function EventsAndClinics({ landing }: { landing: LandingPage | undefined }) {
  const { events: drawn, has_events } = usePageData();
  // A visitor who comes from another page of the site has none in that page's HTML.
  const { data: asked = [] } = useQuery('GET /api/events', { skip: drawn !== undefined || !has_events });
  const events = nextEvents(drawn ?? asked);
  return (
    <section id="events" className="landing-section events" aria-labelledby="events-title">
      <div className="container">
        <header className="landing-head">
          <p className="eyebrow">Social</p>
          <h2 id="events-title">Events &amp; Clinics</h2>
          <p className="lead muted">
            {landing?.events_text ?? (events.length > 0 ? JOIN_TEXT : LANDING_TEXTS.events_text)}
          </p>
        </header>
        {events.length > 0 ? (
          <>
            <EventList events={events} label="Next events" />
            <p className="landing-more">
              <a href="/events">All events</a>
            </p>
          </>
        ) : (
          <PlannedEvents />
        )}
      </div>
    </section>
  );
}

function PlannedEvents() {
  return (
    <>
      <ul className="planned-events">
        {PLANNED_EVENTS.map(([name, text]) => (
          <li key={name} className="card warm">
            <h3>{name}</h3>
            <p className="muted">{text}</p>
          </li>
        ))}
        <li className="card warm">
          <h3>Your own</h3>
          <p className="muted">
            A birthday, a tournament? <a href="/contact">Write to us</a>.
          </p>
        </li>
      </ul>
      <button type="button" disabled>
        <LineIcon>{TROPHY}</LineIcon> Coming Soon
      </button>
    </>
  );
}
