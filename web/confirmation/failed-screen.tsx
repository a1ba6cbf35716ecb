import { longDate, shortDate } from '../../src/domain/business-day.ts';
import { calendarDateOf, type Slot, slotIndexOf } from '../../src/domain/slot.ts';
import { useQuery } from '../lib/query.ts';
import { HelpCard } from './next-steps.tsx';
import { methodLabel } from './status-label.ts';
import { type Attempt, useAttempt } from './use-confirmation.ts';

/** The page after a booking that did not go through. */
export default function FailedScreen() {
  const attempt = useAttempt();
  const { court, courtName, date, time, timeText, name, method } = attempt;
  const known = courtName || date || timeText;
  return (
    <main id="main" className="container confirm" tabIndex={-1}>
      <header className="page-head">
        <p className="eyebrow">Booking not made</p>
        <h1>Your booking did not go through</h1>
        <p className="lead">
          Nothing was charged and no court is held for you. You can try again right away.
        </p>
      </header>
      <div className="split">
        <div className="stack">
          <section className="card warm" aria-labelledby="failed-title">
            <h2 id="failed-title">What happened</h2>
            <ul className="ticks">
              <li>The booking was not completed.</li>
              <li>No charges have been made.</li>
              <li>The court is not held for you; others can book this time.</li>
            </ul>
          </section>
          {known && (
            <section className="card" aria-labelledby="attempt-title">
              <h2 id="attempt-title">What you chose</h2>
              <dl className="facts">
                {courtName && <Fact label="Court" value={courtName} />}
                {date && <Fact label="Date" value={longDate(date)} />}
                {timeText && <Fact label="Start" value={startOf(attempt)} />}
                {name && <Fact label="Name" value={name} />}
                {method && <Fact label="Payment" value={methodLabel(method)} />}
              </dl>
              <SlotState court={court} date={date} time={time} />
            </section>
          )}
        </div>
        <div className="stack">
          <nav className="stack" aria-label="Where to go now">
            <a className="button lime large wide" href={againLink(attempt)}>
              Book again
            </a>
            <a className="button ghost wide" href="/contact">
              Contact Us
            </a>
            <a className="button ghost wide" href="/">
              Back to Home
            </a>
          </nav>
          <HelpCard hint="Tell us the court and the time you wanted; we book it for you." />
        </div>
      </div>
    </main>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}

/** Whether the half-hour can still be had, as the club's computer sees it now. */
function SlotState({ court, date, time }: Pick<Attempt, 'court' | 'date' | 'time'>) {
  const askable = /^\d{1,9}$/.test(court) && date !== '' && slotIndexOf(time) !== null;
  const answer = useQuery<Slot[]>(askable ? [`/api/slots?date=${date}&courtId=${court}`] : null);
  if (!askable) return null;
  const slot = answer.data?.find((one) => one.start_time === time);
  const said = answer.state === 'failed' ? null : answer.data ? stateOf(slot) : undefined;
  return (
    <p className={`notice ${said?.look ?? ''}`} role="status">
      {said === undefined && 'Looking whether this time is still free…'}
      {said === null && 'We could not find out whether this time is still free.'}
      {said?.text}
    </p>
  );
}

function stateOf(slot: Slot | undefined): { text: string; look: string } {
  if (slot?.available) return { text: 'This time is still free right now.', look: 'success' };
  if (slot?.isPast)
    return { text: 'This time has already started. Please choose a later one.', look: 'warning' };
  return { text: 'Somebody else has this time now. Please choose another one.', look: 'warning' };
}

function startOf({ date, time, timeText }: Attempt): string {
  const hour = slotIndexOf(time);
  if (!date || hour === null) return timeText;
  const played = calendarDateOf(date, hour);
  return played === date ? timeText : `${timeText} (on ${shortDate(played)})`;
}

function againLink({ court, date, time }: Attempt): string {
  const query = new URLSearchParams();
  if (court) query.set('court', court);
  if (date) query.set('date', date);
  if (time) query.set('time', time);
  return query.size > 0 ? `/booking?${query}` : '/booking';
}
