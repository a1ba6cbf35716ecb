import { Fragment, useDeferredValue, useEffect, useState } from 'react';
import { slotsError } from '../../src/domain/booking.ts';
import { addDays, longDate, shortDate } from '../../src/domain/business-day.ts';
import type { Court } from '../../src/domain/court.ts';
import { nextOpenDate } from '../../src/domain/day-plan.ts';
import {
  isOnNextCalendarDate,
  PARTS_OF_DAY,
  type PartOfDay,
  slotIndexesOfPart,
} from '../../src/domain/part-of-day.ts';
import { findLoneSlots, loneSlotHint } from '../../src/domain/slot-selection.ts';
import { invalidateQueries } from '../lib/query.ts';
import { chooseDate, chooseSlots, removeUnavailableSlots, useDraft } from '../shared/booking-draft.ts';
import { useCalendar, useDayPlan } from '../shared/calendar.ts';
import { usePageData } from '../shared/page-data.tsx';
import { NoWrap } from '../ui/no-wrap.tsx';
import { LOADING_AVAILABILITY, useAvailability, useToday } from './availability.ts';
import { formatSlotCount, getSlotState } from './format.ts';
import { SlotButton } from './slot-button.tsx';
import { useRangeSelection } from './use-range-selection.ts';
import { useRovingTabIndex } from './use-roving-tabindex.ts';

/** The chosen court's slots on a business day, grouped by part of the day. */
export function SlotGrid({ court, date }: { court: Court; date: string }) {
  const plan = useDayPlan(date);
  const availability = useAvailability(date, court.id);
  // React renders the buttons in slices, after it has answered the tap that asked for them.
  const { state, slots, freeSlots } = useDeferredValue(availability, LOADING_AVAILABILITY);
  const slotIndexes = useDraft((draft) => draft.slotIndexes);
  const [pastShown, setPastShown] = useState(false);
  const ranges = useRangeSelection(slotIndexes, freeSlots, chooseSlots);
  const keys = slots.filter((slot) => slot.available).map((slot) => String(slot.hour));
  const roving = useRovingTabIndex(
    keys,
    slotIndexes[0] === undefined ? keys[0] : String(slotIndexes[0]),
    (from, to) => {
      const end = ranges.extend(Number(from), Number(to));
      return end === null ? null : String(end);
    },
  );

  // Slots that were taken or have started meanwhile leave the selection; the conflict alert names them.
  useEffect(() => {
    const unavailable =
      availability.state === 'ready'
        ? slotIndexes.filter((slotIndex) => !availability.freeSlots.has(slotIndex))
        : [];
    if (unavailable.length > 0) removeUnavailableSlots(unavailable);
  }, [slotIndexes, availability]);

  if (state === 'failed') {
    return (
      <div className="alert danger" role="alert">
        <strong>Failed to fetch time slots</strong>
        <p>Please check your connection. Your selection is kept.</p>
        <button type="button" className="ghost" onClick={() => void invalidateQueries('/api/slots')}>
          Try again
        </button>
      </div>
    );
  }

  const ready = state === 'ready';
  const pastSlots = slots.filter((slot) => slot.isPast);
  const hasSelection = ready && slotIndexes.length > 0;
  const loneSlot = hasSelection ? findLoneSlots(slotIndexes, freeSlots)[0] : undefined;
  const problem = loneSlot ? loneSlotHint(loneSlot) : hasSelection ? slotsError(slotIndexes, plan) : null;
  const visible = (part: PartOfDay) => {
    const within = slotIndexesOfPart(part);
    return slots.filter((slot) => within.includes(slot.hour) && (pastShown || !slot.isPast));
  };
  return (
    <>
      <p className="slots-hint" id="slots-note">
        Choose at least one hour: two slots in a row. Gaps between blocks are fine.{' '}
        <span role="status">
          {hasSelection && !problem && <strong className="slots-valid">✓ Valid</strong>}
          {problem && (
            <span className="slots-invalid">
              <NoWrap>{problem}</NoWrap>
            </span>
          )}
        </span>
      </p>
      <JumpLinks free={freeSlots} />
      {pastSlots.length > 0 && (
        <button
          type="button"
          className="slots-toggle-past"
          aria-expanded={pastShown}
          onClick={() => setPastShown(!pastShown)}
        >
          {pastShown ? 'Hide' : 'Show'} {formatSlotCount(pastSlots.length)} before now
        </button>
      )}
      <div
        className="slots"
        role="group"
        aria-label={`Slots of ${court.name}`}
        aria-describedby="slots-note"
        aria-busy={state === 'loading'}
        data-loading={ready ? undefined : ''}
        {...roving.events}
        {...ranges.events}
      >
        {PARTS_OF_DAY.map((part) => (
          <Fragment key={part.id}>
            {ready && isOnNextCalendarDate(part) && visible(part).length > 0 && (
              <p className="slots-midnight" id="after-midnight">
                <span>{shortDate(addDays(date, 1))}</span>
                <small>from 12 AM</small>
              </p>
            )}
            {visible(part).length > 0 && (
              <div className="slots-part" role="group" aria-labelledby={`part-${part.id}`}>
                <h4 id={`part-${part.id}`}>{part.label}</h4>
                <div className="slots-cells">
                  {visible(part).map((slot) => (
                    <SlotButton
                      key={slot.hour}
                      slot={slot}
                      court={court}
                      plan={plan}
                      rovingKey={String(slot.hour)}
                      state={getSlotState(slot, slotIndexes.includes(slot.hour))}
                      tabIndex={roving.tabIndexOf(String(slot.hour))}
                    />
                  ))}
                </div>
              </div>
            )}
          </Fragment>
        ))}
      </div>
      {ready && keys.length === 0 && <NoFreeSlots date={date} dayOver={pastSlots.length === slots.length} />}
    </>
  );
}

/** Says why no slot is free and offers the next day. `dayOver`: all slots of the day have started. */
function NoFreeSlots({ date, dayOver }: { date: string; dayOver: boolean }) {
  const { club } = usePageData();
  const today = useToday();
  const calendar = useCalendar();
  const next = nextOpenDate(calendar, addDays(date, 1)) ?? '';
  const bookable = today !== '' && next !== '' && next <= addDays(today, club.booking_days_ahead);
  return (
    <div className="alert warm">
      <p>
        {dayOver ? (
          <>All slots on {shortDate(date)} have started.</>
        ) : (
          <>No slot is free on this court on {longDate(date)}. Try another court above, or another day.</>
        )}
      </p>
      {bookable && (
        <button type="button" className="ghost" onClick={() => chooseDate(next)}>
          Show {shortDate(next)}
        </button>
      )}
    </div>
  );
}

function JumpLinks({ free }: { free: ReadonlySet<number> }) {
  return (
    <nav className="slots-jump-links" aria-label="Jump to a part of the day">
      {PARTS_OF_DAY.map((part) => {
        const count = slotIndexesOfPart(part).filter((hour) => free.has(hour)).length;
        return (
          <a
            key={part.id}
            href={`#part-${part.id}`}
            aria-disabled={count === 0 ? true : undefined}
            onClick={(event) => {
              event.preventDefault();
              const heading = document.getElementById(`part-${part.id}`);
              heading?.scrollIntoView({ block: 'start' });
              const group = heading?.closest('.slots-part');
              group?.querySelector<HTMLElement>('.slot:not(:disabled)')?.focus({ preventScroll: true });
            }}
          >
            {part.label}
            <small>{count} free</small>
          </a>
        );
      })}
    </nav>
  );
}
