import { Fragment, useState } from 'react';
import { addDays } from '../../../src/domain/business-day.ts';
import type { Court } from '../../../src/domain/court.ts';
import { nextOpenDate } from '../../../src/domain/day-plan.ts';
import { longDate, shortDate } from '../../../src/domain/format-date.ts';
import {
  isOnNextCalendarDate,
  PARTS_OF_DAY,
  type PartOfDay,
  slotIndexesOfPart,
} from '../../../src/domain/part-of-day.ts';
import { listLoneSlots, loneSlotHint } from '../../../src/domain/slot-selection.ts';
import { slotsError } from '../../../src/domain/slot-selection-errors.ts';
import { useRovingFocus } from '../../lib/use-roving-focus.ts';
import { NoWrap } from '../../ui/no-wrap.tsx';
import { useToday } from '../club-time-hooks.ts';
import { useCalendar, useDayPlan } from '../use-calendar.ts';
import { useDaysAhead } from '../use-days-ahead.ts';
import { formatSlotCount } from './block-labels.ts';
import { getSlotState, SlotButton } from './slot-button.tsx';
import { SlotsFailedAlert } from './slots-failed-alert.tsx';
import { type Availability, useDeferredAvailability } from './use-availability.ts';
import { useRangeSelection } from './use-range-selection.ts';

/** A court's slots on a business day, grouped by part of the day. */
export function CourtSlotGrid({
  court,
  date,
  availability,
  slotIndexes,
  onSelect,
  onChooseDate,
  hint,
}: {
  court: Court;
  date: string;
  availability: Availability;
  slotIndexes: readonly number[];
  onSelect: (slotIndexes: readonly number[]) => void;
  /** Used to offer the next day when nothing is free. */
  onChooseDate: (date: string) => void;
  hint: string;
}) {
  const plan = useDayPlan(date);
  const { state, slots, freeSlots, closed } = useDeferredAvailability(availability);
  const [pastShown, setPastShown] = useState(false);
  const ranges = useRangeSelection(slotIndexes, freeSlots, onSelect);
  const keys = slots.filter((slot) => slot.available).map((slot) => String(slot.hour));
  const firstShown = ranges.shown[0];
  const roving = useRovingFocus(keys, firstShown === undefined ? keys[0] : String(firstShown), {
    onMove: ranges.onMove,
  });

  if (state === 'failed') return <SlotsFailedAlert />;

  const ready = state === 'ready';
  const pastSlots = slots.filter((slot) => slot.isPast);
  // The tapped slot renders first, and what the hint says about it in the next frame.
  const { deferredSlots } = ranges;
  const hasSelection = ready && deferredSlots.length > 0;
  const loneSlot = hasSelection ? listLoneSlots(deferredSlots, freeSlots)[0] : undefined;
  const problem = loneSlot ? loneSlotHint(loneSlot) : hasSelection ? slotsError(deferredSlots, plan) : null;
  const visible = (part: PartOfDay) => {
    const within = slotIndexesOfPart(part);
    return slots.filter((slot) => within.includes(slot.hour) && (pastShown || !slot.isPast));
  };
  return (
    <>
      <p className="slots-hint" id="slots-note">
        {hint}{' '}
        <span role="status">
          {hasSelection && !problem && <strong className="slots-valid">✓ Valid</strong>}
          {problem && (
            <span className="slots-invalid">
              <NoWrap>{problem}</NoWrap>
            </span>
          )}
        </span>
      </p>
      <JumpLinks free={ready ? freeSlots : null} />
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
        aria-label={`Slots on ${court.name}`}
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
                      state={getSlotState(slot, ranges.shown.includes(slot.hour))}
                      tabIndex={roving.tabIndexOf(String(slot.hour))}
                    />
                  ))}
                </div>
              </div>
            )}
          </Fragment>
        ))}
      </div>
      {ready && keys.length === 0 && (
        <NoFreeSlots
          date={date}
          dayOver={pastSlots.length === slots.length}
          closed={closed}
          onChooseDate={onChooseDate}
        />
      )}
    </>
  );
}

/** Says why no slot is free and offers the next day. `dayOver`: all of the day's slots have started. */
export function NoFreeSlots({
  date,
  dayOver,
  closed = '',
  onChooseDate,
}: {
  date: string;
  dayOver: boolean;
  closed?: string | undefined;
  onChooseDate: (date: string) => void;
}) {
  const today = useToday();
  const calendar = useCalendar();
  const next = nextOpenDate(calendar, addDays(date, 1)) ?? '';
  const daysAhead = useDaysAhead();
  const bookable = today !== '' && next !== '' && next <= addDays(today, daysAhead);
  return (
    <div className="alert warm">
      <p>
        {dayOver ? (
          <>All slots on {shortDate(date)} have started.</>
        ) : (
          <>
            {closed} No slot is free on this court on {longDate(date)}. Try another court above, or another
            day.
          </>
        )}
      </p>
      {bookable && (
        <button type="button" className="ghost" onClick={() => onChooseDate(next)}>
          Show {shortDate(next)}
        </button>
      )}
    </div>
  );
}

function JumpLinks({ free }: { free: ReadonlySet<number> | null }) {
  return (
    <nav className="slots-jump-links" aria-label="Jump to a part of the day">
      {PARTS_OF_DAY.map((part) => {
        const count = free ? slotIndexesOfPart(part).filter((hour) => free.has(hour)).length : null;
        return (
          <a
            key={part.id}
            href={`#part-${part.id}`}
            aria-disabled={count === 0 || undefined}
            onClick={(event) => {
              event.preventDefault();
              const heading = document.getElementById(`part-${part.id}`);
              heading?.scrollIntoView({ block: 'start' });
              const group = heading?.closest('.slots-part');
              group?.querySelector<HTMLElement>('.slot:not(:disabled)')?.focus({ preventScroll: true });
            }}
          >
            {part.label}
            <small>{count === null ? '…' : `${count} free`}</small>
          </a>
        );
      })}
    </nav>
  );
}
