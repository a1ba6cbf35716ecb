import { useDeferredValue } from 'react';
import { shortCourtName } from '../../src/domain/court.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { blocksOf } from '../../src/domain/slot.ts';
import { useDraft } from '../shared/booking-draft.ts';
import { formatBlockTime } from '../shared/slots/block-labels.ts';
import { useCourt } from '../shared/use-courts.ts';
import { NoWrap } from '../ui/no-wrap.tsx';
import { SelectionHint } from './selection-hint.tsx';
import { useSubmission } from './submission-state.ts';
import { useBookingPrice } from './use-booking-price.ts';
import type { Steps } from './use-steps.ts';

/** The selection, its total and the step buttons: at the bottom on a phone, next to the step on a desktop. */
export function BookingBar({ steps }: { steps: Steps }) {
  // A tapped slot renders first, and the bar, which grows with the selection, in the next frame.
  const draft = useDeferredValue(useDraft());
  const { date, courtId, slotIndexes, offer } = draft;
  const court = useCourt(courtId);
  const { busy, priceChange } = useSubmission();
  const price = useBookingPrice(draft);
  const hasSlots = slotIndexes.length > 0;
  const completeLabel = priceChange ? `Accept ${formatPkr(priceChange.now)} and book` : 'Complete Booking';
  return (
    <aside className="booking-bar" aria-label="Your booking">
      <div className="bar-inner">
        <div className="bar-selection" role="status">
          <p className="bar-date-court">
            <NoWrap>
              {[date && shortDate(date), hasSlots && court && shortCourtName(court.name)]
                .filter(Boolean)
                .join(' · ')}
            </NoWrap>
          </p>
          <p className="bar-times">
            {!hasSlots && (date ? 'Choose a time' : 'Choose a day')}
            {blocksOf(slotIndexes).map((block) => (
              <span key={block.first}>
                <NoWrap>{formatBlockTime(date, block)}</NoWrap>
              </span>
            ))}
          </p>
          <p className="bar-total" translate="no">
            {court && hasSlots ? formatPkr(price.total) : ''}
          </p>
        </div>
        {steps.step === 1 && court && <SelectionHint draft={draft} />}
        <button
          type="button"
          className="bar-previous"
          disabled={steps.step === (offer ? 2 : 1) || busy}
          onClick={steps.previous}
        >
          Previous
        </button>
        <button
          type="submit"
          className="bar-next"
          form="booking-step"
          aria-busy={busy}
          aria-disabled={busy || undefined}
        >
          {steps.step < 3 ? 'Next' : busy ? 'Booking…' : completeLabel}
        </button>
      </div>
    </aside>
  );
}
