import { Icon } from '../ui/icons.tsx';
import { Picture } from '../ui/picture.tsx';

export function FoodAndDrink() {
  return (
    <section id="food-drink" className="landing-section" aria-labelledby="food-title">
      <div className="container feature">
        <Picture
          name="lounge"
          alt="The lounge at night: a long bar with terracotta stools, and the blue court behind the window"
          sizes="(min-width: 60rem) 42rem, 100vw"
          className="feature-picture"
        />
        <div className="feature-text">
          <p className="eyebrow">Sip</p>
          <h2 id="food-title">Food &amp; Drink</h2>
          <p className="lead">
            A lounge with a window onto the show court, for the match after the match. The counter and the
            kitchen are getting ready.
          </p>
          <button type="button" disabled>
            <Icon name="glass" /> Coming Soon
          </button>
        </div>
      </div>
    </section>
  );
}

const PLANNED_EVENTS = [
  ['Events', 'Evenings that mix the pairs, so that nobody needs to bring a team.'],
  ['Clinics', 'Grip, glass and footwork, for first-timers and for those who want the next level.'],
] as const;

export function EventsAndClinics() {
  return (
    <section id="events" className="landing-section events" aria-labelledby="events-title">
      <div className="container">
        <header className="landing-head">
          <p className="eyebrow">Social</p>
          <h2 id="events-title">Events &amp; Clinics</h2>
          <p className="lead muted">
            Padel is a game for four people who talk. We are putting the calendar together.
          </p>
        </header>
        <ul className="planned-events">
          {PLANNED_EVENTS.map(([name, text]) => (
            <li key={name} className="card">
              <h3>{name}</h3>
              <p className="muted">{text}</p>
            </li>
          ))}
          <li className="card">
            <h3>Your own</h3>
            <p className="muted">
              A company evening, a birthday, a tournament? <a href="/contact">Write to us</a> and we will plan
              it with you.
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
