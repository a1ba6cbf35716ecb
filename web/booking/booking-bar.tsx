import { useEffect, useRef } from 'react';
import { shortDate } from '../../src/domain/business-day.ts';
import { shortCourtName } from '../../src/domain/court.ts';
import { formatPkr } from '../../src/domain/money.ts';
import { priceOf } from '../../src/domain/price.ts';
import { blocksOf, SLOT_MINUTES, timeLabel } from '../../src/domain/slot.ts';
import { extendBlock, findLoneSlots, loneSlotHint } from '../../src/domain/slot-selection.ts';
import { useAuth } from '../shared/session.tsx';
import { NoWrap } from '../ui/no-wrap.tsx';
import { useAvailability, useCourt } from './availability.ts';
import { chooseHours, useDraft } from './booking-draft.ts';
import { formatBlockTime } from './format.ts';
import { useSubmission } from './submit-booking.ts';
import type { Steps } from './use-steps.ts';

/** What has been chosen so far, what it costs, and the way on. At the foot of a phone, beside it on a desk. */
export function BookingBar({ steps }: { steps: Steps }) {
  const { date, courtId, hours } = useDraft();
  const court = useCourt(courtId);
  const busy = useSubmission((submission) => submission.busy);
  const price = court && hours.length > 0 ? priceOf(hours, court.hourly_rate) : null;
  const isLastStep = steps.step === 3;
  const bar = useRef<HTMLElement>(null);
  // What gets the focus is scrolled clear of the bar, however tall its hints make it.
  useEffect(() => {
    const root = document.documentElement;
    // The whole page hangs on the root's variables: not in the frame that answers a tap.
    const observer = new ResizeObserver(() =>
      setTimeout(() => root.style.setProperty('--booking-foot', `${bar.current?.offsetHeight ?? 0}px`)),
    );
    if (bar.current) observer.observe(bar.current);
    return () => observer.disconnect();
  }, []);
  return (
    <aside ref={bar} className="booking-bar" aria-label="Your booking">
      <div className="bar-inner">
        <div className="bar-selection" role="status">
          <p className="bar-date-court">
            <NoWrap>
              {`${date ? shortDate(date) : 'No date yet'} · ${shortCourtName(court?.name) || 'No court yet'}`}
            </NoWrap>
          </p>
          <p className="bar-times">
            {hours.length === 0
              ? 'Choose your half-hours'
              : blocksOf(hours).map((block) => (
                  <span key={block.first}>
                    <NoWrap>{formatBlockTime(date, block)}</NoWrap>
                  </span>
                ))}
          </p>
          <p className="bar-total">{price ? formatPkr(price.total) : ''}</p>
        </div>
        {steps.step === 1 && court && <SelectionHint />}
        <div className="bar-actions">
          <button
            type="button"
            className="ghost"
            disabled={steps.step === 1 || busy}
            onClick={steps.previous}
          >
            Previous
          </button>
          <button type="submit" form="booking-step" aria-busy={busy} aria-disabled={busy || undefined}>
            {isLastStep ? (busy ? 'Booking…' : 'Complete Booking') : 'Next'}
          </button>
        </div>
      </div>
    </aside>
  );
}

/** What would make the choice bookable, or as long as this member likes it, one tap away. */
function SelectionHint() {
  const { date, courtId, hours } = useDraft();
  const { user } = useAuth();
  const { freeHours } = useAvailability(date, courtId);
  const loneHour = findLoneSlots(hours, freeHours)[0];
  const preferredSlots = (user?.preferences.default_duration ?? 60) / SLOT_MINUTES;
  const lengthened = preferredSlots > 2 || !loneHour ? extendBlock(hours, preferredSlots, freeHours) : null;
  if (!loneHour && !lengthened) return null;
  return (
    <div className="bar-hint">
      {loneHour && (
        <p>
          <NoWrap>{loneSlotHint(loneHour)}</NoWrap>
        </p>
      )}
      <div className="bar-hint-actions">
        {lengthened && (
          <button type="button" className="quiet" onClick={() => chooseHours(lengthened)}>
            Make it {preferredSlots * SLOT_MINUTES} minutes
          </button>
        )}
        {loneHour?.neighbours.map((hour) => (
          <button key={hour} type="button" className="quiet" onClick={() => chooseHours([...hours, hour])}>
            Add {timeLabel(hour)}
          </button>
        ))}
      </div>
    </div>
  );
}
