import type { ReactNode } from 'react';
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
        <Fact label="Court">{court?.name}</Fact>
        {blocksOf(hours).map((block) => (
          <Fact key={block.first} label={blockDates(date, block)}>
            {blockLabel(block)}
          </Fact>
        ))}
        <Fact label="Duration">{hours.length * SLOT_MINUTES} minutes</Fact>
        <Fact label="Name">{guest.name}</Fact>
        <Fact label="Email">{guest.email}</Fact>
        <Fact label="Phone">{guest.phone}</Fact>
        {price.lines.map(({ label, amount }) =>
          amount < 0 ? (
            <Fact key={label} label={label}>
              − {formatPkr(-amount)}
            </Fact>
          ) : (
            <Fact key={label} label={`${price.hours} h × ${formatPkr(price.hourly_rate)}`}>
              {formatPkr(amount)}
            </Fact>
          ),
        )}
        <Fact label="Total" total>
          {formatPkr(price.total)}
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ label, total, children }: { label: string; total?: boolean; children: ReactNode }) {
  return (
    <div className={total ? 'facts-row total' : 'facts-row'}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
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
