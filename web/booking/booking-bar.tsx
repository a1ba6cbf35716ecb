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

/** The selection, its total and the step buttons: at the foot of a phone, beside the step on a desktop. */
export function BookingBar({ steps }: { steps: Steps }) {
  // A tapped slot is drawn first, and the bar, which grows with the selection, in the frame after.
  const draft = useDeferredValue(useDraft());
  const { date, courtId, slotIndexes, offer } = draft;
  const court = useCourt(courtId);
  const { busy, priceChange } = useSubmission();
  const draftPrice = useBookingPrice(draft);
  const price = court && slotIndexes.length > 0 ? draftPrice : null;
  const isLastStep = steps.step === 3;
  const completeLabel = priceChange ? `Accept ${formatPkr(priceChange.now)} and book` : 'Complete Booking';
  return (
    <aside className="booking-bar" aria-label="Your booking">
      <div className="bar-inner">
        <div className="bar-selection" role="status">
          <p className="bar-date-court">
            <NoWrap>
              {`${date ? shortDate(date) : 'No date yet'} · ${court ? shortCourtName(court.name) : 'No court yet'}`}
            </NoWrap>
          </p>
          <p className="bar-times">
            {slotIndexes.length === 0
              ? 'Choose your slots'
              : blocksOf(slotIndexes).map((block) => (
                  <span key={block.first}>
                    <NoWrap>{formatBlockTime(date, block)}</NoWrap>
                  </span>
                ))}
          </p>
          <p className="bar-total">{price ? formatPkr(price.total) : ''}</p>
        </div>
        {steps.step === 1 && court && <SelectionHint draft={draft} />}
        <div className="bar-actions">
          <button
            type="button"
            className="ghost"
            disabled={steps.step === (offer ? 2 : 1) || busy}
            onClick={steps.previous}
          >
            Previous
          </button>
          <button type="submit" form="booking-step" aria-busy={busy} aria-disabled={busy || undefined}>
            {isLastStep ? (busy ? 'Booking…' : completeLabel) : 'Next'}
          </button>
        </div>
      </div>
    </aside>
  );
}
