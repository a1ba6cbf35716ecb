import { addDays, shortDate } from '../../src/domain/business-day.ts';
import { formatPkr } from '../../src/domain/money.ts';
import { priceOf } from '../../src/domain/price.ts';
import {
  blockLabel,
  blocksOf,
  calendarDateOf,
  SLOT_MINUTES,
  startInstantOf,
  timeLabel,
} from '../../src/domain/slot.ts';
import { useCourt } from './availability.ts';
import { useDraft } from './draft.ts';
import { blockDates } from './words.ts';

/** Everything that is about to be booked, with prices that add up. */
export function BookingSummary() {
  const { date, courtId, hours, guest } = useDraft();
  const court = useCourt(courtId);
  const price = priceOf(hours, court?.hourly_rate ?? 0);
  return (
    <section className="booking-card summary" aria-labelledby="summary-title">
      <h3 id="summary-title">Booking Summary</h3>
      <dl className="facts">
        <dt>Court</dt>
        <dd>{court?.name}</dd>
        {blocksOf(hours).map((block) => (
          <div key={block.first} className="facts-row">
            <dt>{blockDates(date, block)}</dt>
            <dd>{blockLabel(block)}</dd>
          </div>
        ))}
        <dt>Duration</dt>
        <dd>{hours.length * SLOT_MINUTES} minutes</dd>
        <dt>Name</dt>
        <dd>{guest.name}</dd>
        <dt>Email</dt>
        <dd>{guest.email}</dd>
        <dt>Phone</dt>
        <dd>{guest.phone}</dd>
        {price.lines.map((line) => (
          <div key={line.label} className="facts-row">
            <dt>
              {line.amount < 0
                ? line.label
                : `${line.label}, ${price.hours} h × ${formatPkr(price.hourly_rate)}`}
            </dt>
            <dd>{line.amount < 0 ? `− ${formatPkr(-line.amount)}` : formatPkr(line.amount)}</dd>
          </div>
        ))}
        <dt className="total">Total</dt>
        <dd className="total">{formatPkr(price.total)}</dd>
      </dl>
    </section>
  );
}

const HOUR = 60 * 60_000;

/** What a change of plans costs, before anything is paid. */
export function CancellingTerms() {
  const { date, hours } = useDraft();
  const first = hours[0];
  if (first === undefined) return null;
  const early = startInstantOf(date, first) - Date.now() >= 24 * HOUR;
  const until = `${shortDate(addDays(calendarDateOf(date, first), -1))}, ${timeLabel(first)}`;
  return (
    <p className="booking-aside">
      {early && <strong>Cancel until {until} and everything comes back. </strong>}
      Refund: 100% 24 hours or more before the start, 50% 12–24 hours before, nothing later. See the{' '}
      <a href="/return-refund-policy">Return &amp; Refund Policy</a>.
    </p>
  );
}
