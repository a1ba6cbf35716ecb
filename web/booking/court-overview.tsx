import { useEffect, useRef } from 'react';
import { shortDate } from '../../src/domain/business-day.ts';
import type { Court } from '../../src/domain/court.ts';
import { slotsOf } from '../../src/domain/slot.ts';
import { useAvailability } from './availability.ts';
import { chooseCourt, chooseHours, useDraft } from './draft.ts';
import { useRanges } from './ranges.ts';
import { useRoving } from './roving.ts';
import { SlotButton } from './slot-button.tsx';
import { stateOf } from './words.ts';

/** Every court's day, side by side: a lane of half-hours for each. */
export function CourtOverview({ courts, date }: { courts: readonly Court[]; date: string }) {
  return (
    <section className="overview" aria-labelledby="overview-title">
      <h3 id="overview-title">All courts{date && `, ${shortDate(date)}`}</h3>
      {courts.map((court) => (
        <CourtLane key={`${court.id} ${date}`} court={court} date={date} />
      ))}
    </section>
  );
}

function CourtLane({ court, date }: { court: Court; date: string }) {
  const { state, slots, free } = useAvailability(date, court.id);
  const mine = useDraft((draft) => draft.courtId === court.id);
  const hours = useDraft((draft) => (draft.courtId === court.id ? draft.hours : NONE));
  const ranges = useRanges(hours, free, (next) => {
    chooseCourt(court.id);
    chooseHours(next);
  });
  const keys = slots.filter((slot) => slot.available).map((slot) => String(slot.hour));
  const roving = useRoving(keys, keys[0], (from, to) => {
    const reached = ranges.extend(Number(from), Number(to));
    return reached === null ? null : String(reached);
  });

  // The lane opens at the first half-hour that can still be had.
  const lane = useRef<HTMLDivElement>(null);
  const first = keys[0];
  useEffect(() => {
    const strip = lane.current;
    const button = strip?.querySelector<HTMLElement>(`[data-hour="${first}"]`);
    if (strip && button) strip.scrollLeft = button.offsetLeft - strip.offsetLeft - 4;
  }, [first]);

  const shown = state === 'ready' ? slots : slotsOf(date || '2000-01-01', NOTHING_TAKEN, 0);
  return (
    <div className="lane-block" data-mine={mine ? '' : undefined}>
      <h4 id={`lane-${court.id}`}>
        {court.name}
        <span className="lane-count">
          {state === 'ready' ? (keys.length === 0 ? 'fully booked' : `${keys.length} free`) : '…'}
        </span>
      </h4>
      <div
        ref={lane}
        className="lane"
        role="group"
        aria-labelledby={`lane-${court.id}`}
        aria-busy={state === 'loading'}
        {...roving.events}
        {...ranges.events}
      >
        {shown.map((slot) => (
          <SlotButton
            key={slot.hour}
            slot={slot}
            court={court}
            rove={String(slot.hour)}
            state={state === 'ready' ? stateOf(slot, hours.includes(slot.hour)) : 'loading'}
            tabIndex={roving.tabIndexOf(String(slot.hour))}
          />
        ))}
      </div>
    </div>
  );
}

const NONE: readonly number[] = [];
const NOTHING_TAKEN: ReadonlySet<number> = new Set();
