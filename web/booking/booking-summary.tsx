import type { ReactNode } from 'react';
import { formatPkr } from '../../src/domain/format-money.ts';
import { startsLabel } from '../../src/domain/pricing-bands.ts';
import { blocksOf, SLOT_MINUTES } from '../../src/domain/slot.ts';
import { useDraft } from '../shared/booking-draft.ts';
import { formatBlockDates, formatBlockTime } from '../shared/slots/block-labels.ts';
import { useDayPlan } from '../shared/use-calendar.ts';
import { useCourt } from '../shared/use-courts.ts';
import { NoWrap } from '../ui/no-wrap.tsx';
import { useBookingPrice } from './use-booking-price.ts';

/** The slots, guest and price of the booking about to be made. */
export function BookingSummary({ children }: { children?: ReactNode }) {
  const draft = useDraft();
  const { date, courtId, slotIndexes, guest } = draft;
  const court = useCourt(courtId);
  const firstSlot = useDayPlan(date).bySlotIndex.get(slotIndexes[0] ?? -1);
  const price = useBookingPrice(draft);
  return (
    <section className="booking-card summary" aria-labelledby="summary-title">
      <h3 id="summary-title">Booking Summary</h3>
      <dl className="facts">
        <SummaryRow label="Court">{court?.name}</SummaryRow>
        {blocksOf(slotIndexes).map((block) => (
          <SummaryRow key={block.first} label={formatBlockDates(date, block)}>
            <NoWrap>{formatBlockTime(date, block)}</NoWrap>
          </SummaryRow>
        ))}
        <SummaryRow label="Duration">{slotIndexes.length * SLOT_MINUTES} minutes</SummaryRow>
        <SummaryRow label="Name">{guest.name}</SummaryRow>
        <SummaryRow label="Email">{guest.email}</SummaryRow>
        <SummaryRow label="Phone">{guest.phone}</SummaryRow>
        {price.lines.map(({ label, amount }, at) => (
          <SummaryRow
            // biome-ignore lint/suspicious/noArrayIndexKey: two add-ons may have one name
            key={at}
            kind="price"
            label={at === 0 ? `${price.hours} h × ${formatPkr(amount / price.hours)}` : label}
          >
            {formatPkr(amount)}
          </SummaryRow>
        ))}
        <SummaryRow label="Total" kind="price total">
          {formatPkr(price.total)}
        </SummaryRow>
      </dl>
      {price.discount > 0 && firstSlot && (
        <p className="summary-saving">
          {`You save ${formatPkr(price.discount)}, because you start ${startsLabel([firstSlot])}.`}
        </p>
      )}
      {children}
    </section>
  );
}

function SummaryRow({ label, kind, children }: { label: string; kind?: string; children: ReactNode }) {
  return (
    <div className={`facts-row ${kind ?? ''}`}>
      <dt>{label}</dt>
      <dd translate="no">{children}</dd>
    </div>
  );
}
