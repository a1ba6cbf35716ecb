import type { Slot } from '../../src/domain/api/court-answers.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { paymentMethodLabel } from '../../src/domain/payment-instructions.ts';
import { formatPlayDate } from '../../src/domain/play-time.ts';
import { calendarDateOf, slotIndexOf } from '../../src/domain/slot.ts';
import { useQuery } from '../lib/query.ts';
import { bookAgainUrl } from '../shared/book-again-url.ts';
import { HelpCard } from '../shared/booking-view/help-card.tsx';
import type { ConfirmationParams } from '../shared/booking-view/use-booking-details.ts';
import { Facts } from '../ui/facts.tsx';
import { useConfirmationParams } from './confirmation-data.ts';

/** The page after a failed booking attempt. */
export default function FailedScreen() {
  const params = useConfirmationParams();
  const { court, courtName, date, time, timeText, name, paymentMethod } = params;
  const hasDetails = courtName || date || timeText;
  return (
    <main id="main" className="container confirm" tabIndex={-1}>
      <header className="page-head">
        <p className="eyebrow">Booking not made</p>
        <h1>Your booking did not go through</h1>
        <p className="lead">You can try again right away.</p>
      </header>
      <div className="split">
        <div className="stack">
          <section className="card warm" aria-labelledby="failed-title">
            <h2 id="failed-title">What happened</h2>
            <ul className="checklist">
              <li>The booking was not completed.</li>
              <li>No charges have been made.</li>
              <li>The court is not held for you; others can book this time.</li>
            </ul>
          </section>
          {hasDetails && (
            <section className="card" aria-labelledby="attempt-title">
              <h2 id="attempt-title">What you chose</h2>
              <Facts
                of={{
                  Court: courtName,
                  Date: date && formatPlayDate({ date, slots: [time] }),
                  Start: timeText && formatStart(params),
                  Name: name,
                  Payment: paymentMethod && paymentMethodLabel(paymentMethod),
                }}
              />
              <SlotAvailability court={court} date={date} time={time} />
            </section>
          )}
        </div>
        <div className="stack">
          <nav className="stack" aria-label="Where to go now">
            <a className="button lime large wide" href={bookAgainUrl(params)}>
              Book again
            </a>
            <a className="button ghost wide" href="/contact">
              Contact Us
            </a>
            <a className="button ghost wide" href="/">
              Back to Home
            </a>
          </nav>
          <HelpCard hint="Tell us the court and the time you wanted, and we will book it for you." />
        </div>
      </div>
    </main>
  );
}

/** Says whether the failed booking's first slot is still free. */
function SlotAvailability({ court, date, time }: Pick<ConfirmationParams, 'court' | 'date' | 'time'>) {
  const canQuery = /^\d{1,9}$/.test(court) && date !== '' && slotIndexOf(time) !== null;
  const answer = useQuery('GET /api/slots', { query: { date, courtId: court }, skip: !canQuery });
  if (!canQuery) return null;
  const slot = answer.data?.find((candidate) => candidate.start_time === time);
  const message = answer.state === 'failed' ? null : answer.data ? describeSlot(slot) : undefined;
  return (
    <p className={`alert ${message?.variant ?? ''}`} role="status">
      {message === undefined && 'Checking whether this time is still free…'}
      {message === null && 'We could not check whether this time is still free.'}
      {message?.text}
    </p>
  );
}

function describeSlot(slot: Slot | undefined): { text: string; variant: string } {
  if (slot?.available) return { text: 'This time is still free right now.', variant: 'success' };
  if (slot?.isPast)
    return { text: 'This time has already started. Please choose a later one.', variant: 'warning' };
  return { text: 'This time is already booked. Please choose another one.', variant: 'warning' };
}

function formatStart({ date, time, timeText }: ConfirmationParams): string {
  const hour = slotIndexOf(time);
  if (!date || hour === null) return timeText;
  const calendarDate = calendarDateOf(date, hour);
  return calendarDate === date ? timeText : `${timeText} (on ${shortDate(calendarDate)})`;
}
