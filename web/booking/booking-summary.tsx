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
import { useDraft } from './booking-draft.ts';
import { formatBlockDates } from './format.ts';

/** Everything that is about to be booked, with prices that add up. */
export function BookingSummary() {
  const { date, courtId, hours, guest } = useDraft();
  const court = useCourt(courtId);
  const price = priceOf(hours, court?.hourly_rate ?? 0);
  return (
    <section className="booking-card summary" aria-labelledby="summary-title">
      <h3 id="summary-title">Booking Summary</h3>
      <dl className="facts">
        <SummaryRow label="Court">{court?.name}</SummaryRow>
        {blocksOf(hours).map((block) => (
          <SummaryRow key={block.first} label={formatBlockDates(date, block)}>
            {blockLabel(block)}
          </SummaryRow>
        ))}
        <SummaryRow label="Duration">{hours.length * SLOT_MINUTES} minutes</SummaryRow>
        <SummaryRow label="Name">{guest.name}</SummaryRow>
        <SummaryRow label="Email">{guest.email}</SummaryRow>
        <SummaryRow label="Phone">{guest.phone}</SummaryRow>
        {price.lines.map(({ label, amount }) =>
          amount < 0 ? (
            <SummaryRow key={label} label={label}>
              − {formatPkr(-amount)}
            </SummaryRow>
          ) : (
            <SummaryRow key={label} label={`${price.hours} h × ${formatPkr(price.hourly_rate)}`}>
              {formatPkr(amount)}
            </SummaryRow>
          ),
        )}
        <SummaryRow label="Total" total>
          {formatPkr(price.total)}
        </SummaryRow>
      </dl>
    </section>
  );
}

function SummaryRow({ label, total, children }: { label: string; total?: boolean; children: ReactNode }) {
  return (
    <div className={total ? 'facts-row total' : 'facts-row'}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const HOUR_MS = 60 * 60_000;

/** What a change of plans costs, before anything is paid. */
export function CancellationPolicy() {
  const { date, hours } = useDraft();
  const first = hours[0];
  if (first === undefined) return null;
  const isFullyRefundable = startInstantOf(date, first) - Date.now() >= 24 * HOUR_MS;
  const deadline = `${shortDate(addDays(calendarDateOf(date, first), -1))}, ${timeLabel(first)}`;
  return (
    <p className="booking-note">
      {isFullyRefundable && <strong>Cancel until {deadline} and everything comes back. </strong>}
      Refund: 100% 24 hours or more before the start, 50% 12–24 hours before, nothing later. See the{' '}
      <a href="/return-refund-policy">Return &amp; Refund Policy</a>.
    </p>
  );
}
