import { memo, useCallback, useState } from 'react';
import type { Slot } from '../../src/domain/api/court-answers.ts';
import type { Court } from '../../src/domain/court.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { isEvening } from '../../src/domain/part-of-day.ts';
import { blocksOf, MINIMUM_SLOTS, SLOT_MINUTES, slotsFrom, startsOf } from '../../src/domain/slot.ts';
import { chooseCourt, chooseDate, chooseLength, chooseSlots, useDraft } from '../shared/booking-draft.ts';
import { useAuth } from '../shared/session.tsx';
import { getSlotState, SlotButton } from '../shared/slots/slot-button.tsx';
import { SlotsFailedAlert } from '../shared/slots/slots-failed-alert.tsx';
import { StartList } from '../shared/slots/start-list.tsx';
import { useAvailability, useDeferredAvailability, useFreeSlots } from '../shared/slots/use-availability.ts';
import { useDayPlan } from '../shared/use-calendar.ts';
import { useHeldPlans } from '../shared/use-held-plans.ts';
import { usePlayPrice } from './use-booking-price.ts';
import { WaitlistButton } from './waitlist-prompt.tsx';

/** How long customers play, in minutes. */
const LENGTHS = [60, 90, 120];

/** Starts on all courts at which the chosen length is free: one block per court, the evening first. */
export const CourtOverview = memo(function CourtOverview({
  courts,
  date,
  tonight,
  isFull,
}: {
  courts: readonly Court[];
  date: string;
  /** The date is the evening still going on after midnight. */
  tonight: boolean;
  /** Nothing is free on any court. */
  isFull: boolean;
}) {
  const length = usePlayLength();
  // One answer covers all courts.
  const { state } = useAvailability(date, courts[0]?.id ?? null);
  const hasPlan = useHeldPlans().length > 0;
  return (
    <section aria-labelledby="overview-title">
      <h3 id="overview-title" className="visually-hidden">
        All courts{date && (tonight ? `, tonight (${shortDate(date)})` : `, ${shortDate(date)}`)}
      </h3>
      {!isFull && <LengthChoice courts={courts} date={date} length={length} />}
      {state === 'failed' && <SlotsFailedAlert />}
      <div className="court-blocks">
        {courts.map((court) => (
          <CourtBlock
            key={`${court.id} ${date}`}
            court={court}
            date={date}
            length={length}
            isDayFull={isFull}
          />
        ))}
      </div>
      {!isFull && (
        <p className="slots-legend">PKR for the full time{hasPlan && ' with your plan'}, taxes included.</p>
      )}
    </section>
  );
});

/** How many minutes the visitor plays: their choice, otherwise the member's preference. */
export function usePlayLength(): number {
  const { user } = useAuth();
  const chosen = useDraft((draft) => draft.length);
  return chosen ?? Math.max(user?.preferences.default_duration ?? 0, MINIMUM_SLOTS * SLOT_MINUTES);
}

/** A different length keeps the chosen start if it fits. */
function LengthChoice({ courts, date, length }: { courts: readonly Court[]; date: string; length: number }) {
  const freeByCourt = useFreeSlots(date, courts);
  const choose = (minutes: number) => {
    const { courtId, slotIndexes } = useDraft.getState();
    const free = freeByCourt?.[courts.findIndex(({ id }) => id === courtId)] ?? [];
    const count = minutes / SLOT_MINUTES;
    const [start] = slotIndexes;
    const fits = start !== undefined && startsOf(free, count).includes(start);
    chooseLength(minutes, fits ? slotsFrom(start, count) : []);
  };
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">Length</legend>
      {(LENGTHS.includes(length) ? LENGTHS : [...LENGTHS, length]).map((minutes) => (
        <label key={minutes}>
          <input type="radio" name="length" checked={minutes === length} onChange={() => choose(minutes)} />
          {minutes} min
        </label>
      ))}
    </fieldset>
  );
}

function CourtBlock({
  court,
  date,
  length,
  isDayFull,
}: {
  court: Court;
  date: string;
  length: number;
  isDayFull: boolean;
}) {
  const plan = useDayPlan(date);
  const count = length / SLOT_MINUTES;
  const { state, slots, freeSlots, closed } = useDeferredAvailability(useAvailability(date, court.id));
  const chosen = useDraft((draft) =>
    draft.courtId === court.id &&
    draft.slotIndexes.length === count &&
    blocksOf(draft.slotIndexes).length === 1
      ? draft.slotIndexes[0]
      : undefined,
  );
  const priceOf = usePlayPrice({ date, courtId: court.id });
  const [foldedShown, setFoldedShown] = useState(false);

  const choose = useCallback(
    (courtId: number, slotIndexes: readonly number[]) => {
      chooseDate(date);
      chooseCourt(courtId);
      chooseSlots(slotIndexes);
    },
    [date],
  );
  const starts = startsOf(freeSlots, count);
  const hasFreeEvening = starts.some(isEvening);
  const hasEvening = slots.some(({ hour, isPast }) => isEvening(hour) && !isPast);
  const isEveningFull = !hasFreeEvening && (hasEvening || starts.length === 0);
  const hasFreeEarlier = starts.some((start) => !isEvening(start));
  const taken = slots.filter(({ available }) => !available);
  /** Taken slots stay among free starts; past ones, and a part of the day without any, are folded. */
  const isInPlace = ({ hour, isPast }: Slot) =>
    !isPast && (isEvening(hour) ? hasFreeEvening : hasFreeEarlier);
  const folded = taken.filter((slot) => !isInPlace(slot));
  const ready = state === 'ready';
  const renderTaken = (some: readonly Slot[]) =>
    some.map((slot) => (
      <SlotButton
        key={slot.hour}
        slot={slot}
        court={court}
        plan={plan}
        rovingKey={String(slot.hour)}
        state={getSlotState(slot, false)}
        tabIndex={-1}
      />
    ));
  return (
    <section className="court-block" aria-labelledby={`court-${court.id}`}>
      <h4 id={`court-${court.id}`}>
        {court.name}
        {ready && <span className="court-block-count">{starts.length} free</span>}
      </h4>
      {ready && !isDayFull && (closed || isEveningFull) && (
        <div className="starts-none">
          <p>
            {closed ??
              (starts.length === 0 ? `Nothing is free for ${length} minutes.` : 'The evening is full.')}
          </p>
          {isEveningFull && hasEvening && <WaitlistButton />}
        </div>
      )}
      <StartList
        court={court}
        date={date}
        starts={starts}
        count={count}
        state={state}
        chosen={chosen}
        price={(start) => priceOf(slotsFrom(start, count)).total}
        labelledBy={`court-${court.id}`}
        taken={taken.filter(isInPlace).map(({ hour }) => hour)}
        renderTaken={(hour) => renderTaken(taken.filter((slot) => slot.hour === hour))}
        onChoose={choose}
      >
        {folded.length > 0 && (
          <button
            type="button"
            className="quiet"
            aria-expanded={foldedShown}
            onClick={() => setFoldedShown(!foldedShown)}
          >
            {foldedLabel(folded)} ({folded.length})
          </button>
        )}
      </StartList>
      {foldedShown && <div className="starts">{renderTaken(folded)}</div>}
    </section>
  );
}

function foldedLabel(slots: readonly Slot[]): string {
  if (slots.every(({ isPast }) => isPast)) return 'Past';
  return slots.some(({ isPast }) => isPast) ? 'Past and booked' : 'Booked';
}
