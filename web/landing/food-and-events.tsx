import { LANDING_TEXTS, type LandingPage } from '../../src/domain/landing-texts.ts';
import { Icon } from '../ui/icons.tsx';
import { Picture } from '../ui/picture.tsx';

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
            <Icon name="glass" /> Coming Soon
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

export function EventsAndClinics({ landing }: { landing: LandingPage | undefined }) {
  return (
    <section id="events" className="landing-section events" aria-labelledby="events-title">
      <div className="container">
        <header className="landing-head">
          <p className="eyebrow">Social</p>
          <h2 id="events-title">Events &amp; Clinics</h2>
          <p className="lead muted">{landing?.events_text ?? LANDING_TEXTS.events_text}</p>
        </header>
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
          <Icon name="trophy" /> Coming Soon
        </button>
      </div>
    </section>
  );
}
