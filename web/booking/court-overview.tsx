import { Fragment, memo, useEffect, useRef } from 'react';
import { addDays } from '../../src/domain/business-day.ts';
import type { Court } from '../../src/domain/court.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { PARTS_OF_DAY, type PartOfDay } from '../../src/domain/part-of-day.ts';
import { largestDiscount } from '../../src/domain/price.ts';
import { inPlayingOrder, isAfterMidnight } from '../../src/domain/slot.ts';
import { invalidateQueries } from '../lib/query.ts';
import { useRovingFocus } from '../lib/use-roving-focus.ts';
import { chooseCourt, chooseSlots, useDraft } from '../shared/booking-draft.ts';
import { getSlotState, type Opening, SlotButton } from '../shared/slots/slot-button.tsx';
import { useAvailability, useDeferredAvailability, useFreeSlots } from '../shared/slots/use-availability.ts';
import { useRangeSelection } from '../shared/slots/use-range-selection.ts';
import { useDayPlan } from '../shared/use-calendar.ts';

/** One row of slots for each court; the rows scroll together, so that equal times line up. */
export const CourtOverview = memo(function CourtOverview({
  courts,
  date,
  tonight,
}: {
  courts: readonly Court[];
  date: string;
  /** The date is the evening that is still running after midnight. */
  tonight: boolean;
}) {
  const { slots } = useDayPlan(date);
  const openings = openingSlots(useFreeSlots(date, courts)?.flat() ?? []);
  const saving = largestDiscount([{ slots }]);
  const openParts = PARTS_OF_DAY.filter((part) =>
    slots.some(({ slotIndex }) => isInPart(part, slotIndex)),
  ).map(({ id }): string => id);
  const partsRoving = useRovingFocus(openParts, openParts[0]);
  const strip = useRef<HTMLDivElement>(null);
  const scrollPages = (pages: number) => {
    const box = strip.current;
    box?.scrollBy({ left: pages * box.clientWidth * 0.8 });
  };
  return (
    <section className="overview" aria-labelledby="overview-title">
      <div className="overview-head">
        <h3 id="overview-title">
          All courts{date && (tonight ? `, tonight (${shortDate(date)})` : `, ${shortDate(date)}`)}
        </h3>
        <div className="overview-scroll">
          <button type="button" className="quiet" aria-label="Earlier" onClick={() => scrollPages(-1)}>
            ←
          </button>
          <button type="button" className="quiet" aria-label="Later" onClick={() => scrollPages(1)}>
            →
          </button>
        </div>
      </div>
      <div className="overview-parts" role="group" aria-label="Parts of the day" {...partsRoving.events}>
        {PARTS_OF_DAY.map((part) => (
          <button
            key={part.id}
            type="button"
            data-roving-key={part.id}
            tabIndex={partsRoving.tabIndexOf(part.id)}
            disabled={!openParts.includes(part.id)}
            onClick={() => scrollToPart(strip.current, part)}
          >
            {part.label}
          </button>
        ))}
      </div>
      <div ref={strip} className="court-rows">
        {courts.map((court, at) => (
          <CourtRow
            key={`${court.id} ${date}`}
            court={court}
            date={date}
            strip={strip}
            // Equal times line up, so one row is enough to find them.
            openings={at === 0 ? openings : NO_OPENINGS}
          />
        ))}
      </div>
      <p className="slots-legend">
        PKR for each slot of 30 minutes, taxes included.
        {saving > 0 && (
          <>
            {' '}
            Start at an off-peak time (marked <span className="slot-saving">Save</span>) and save{' '}
            <span className="no-wrap">{formatPkr(saving)}</span> per hour on the whole booking.
          </>
        )}
      </p>
    </section>
  );
});

function CourtRow({
  court,
  date,
  strip,
  openings,
}: {
  court: Court;
  date: string;
  strip: { current: HTMLElement | null };
  openings: OpeningSlots;
}) {
  const plan = useDayPlan(date);
  const { state, slots, freeSlots } = useDeferredAvailability(useAvailability(date, court.id));
  const isSelected = useDraft((draft) => draft.courtId === court.id);
  const slotIndexes = useDraft((draft) => (draft.courtId === court.id ? draft.slotIndexes : NO_SLOTS));
  const ranges = useRangeSelection(slotIndexes, freeSlots, (next) => {
    chooseCourt(court.id);
    chooseSlots(next);
  });
  const keys = slots.filter((slot) => slot.available).map((slot) => String(slot.hour));
  const roving = useRovingFocus(keys, keys[0], { onMove: ranges.onMove });

  const ready = state === 'ready';
  const failed = state === 'failed';
  useEffect(() => {
    if (!ready) return;
    // The next frame has the buttons of every court that was rendered with this one.
    const frame = requestAnimationFrame(() => scrollToOpening(strip.current));
    return () => cancelAnimationFrame(frame);
  }, [ready, strip]);

  return (
    <div className="court-row" data-selected={isSelected ? '' : undefined}>
      <h4 id={`court-row-${court.id}`}>
        {court.name}
        <span className="court-row-count">{ready ? `${keys.length} free` : failed ? '–' : '…'}</span>
      </h4>
      <div
        className="court-row-slots"
        role="group"
        aria-labelledby={`court-row-${court.id}`}
        aria-busy={state === 'loading'}
        data-loading={ready || failed ? undefined : ''}
        {...(ready && keys.length === 0 ? KEYBOARD_SCROLLABLE : {})}
        {...roving.events}
        {...ranges.events}
      >
        {failed && (
          <button
            type="button"
            className="ghost"
            data-keep-visible
            onClick={() => void invalidateQueries('/api/slots')}
          >
            Load the slots again
          </button>
        )}
        {slots.map((slot, at) => (
          <Fragment key={slot.hour}>
            {isAfterMidnight(slot.hour) && !isAfterMidnight(slots[at - 1]?.hour ?? 0) && (
              <span className="court-row-midnight">{date && shortDate(addDays(date, 1))}</span>
            )}
            <SlotButton
              slot={slot}
              court={court}
              plan={plan}
              rovingKey={String(slot.hour)}
              state={getSlotState(slot, ranges.shown.includes(slot.hour))}
              tabIndex={roving.tabIndexOf(String(slot.hour))}
              opens={openings[slot.hour]}
            />
          </Fragment>
        ))}
      </div>
    </div>
  );
}

/** The slots at which the rows open, by slot index: at the first free one, on a phone at the first of the evening. */
type OpeningSlots = Readonly<Record<number, Opening>>;

/** `free` has the free slots of all courts. */
function openingSlots(free: readonly number[]): OpeningSlots {
  const [first] = inPlayingOrder(free);
  if (first === undefined) return NO_OPENINGS;
  const evening = inPlayingOrder(free).find((slot) => isInPart(EVENING, slot) || isInPart(LATE_NIGHT, slot));
  if (evening === undefined || evening === first) return { [first]: 'always' };
  return { [first]: 'desktop', [evening]: 'phone' };
}

/** As the stylesheet does it in the page that the server has drawn. */
function scrollToOpening(strip: HTMLElement | null): void {
  const width = matchMedia(PHONE_QUERY).matches ? 'phone' : 'desktop';
  scrollToFirst(strip, `[data-opens="${width}"], [data-opens="always"]`);
}

/** Scrolls to the first free slot of a part of the day, or to its first slot, and gives a free one the focus. */
function scrollToPart(strip: HTMLElement | null, part: PartOfDay): void {
  const free = scrollToFirst(strip, '.slot:not(:disabled)', part);
  if (free) free.focus({ preventScroll: true });
  else scrollToFirst(strip, '.slot', part);
}

/** Scrolls the rows to the first of these slots on any court; null without one. */
function scrollToFirst(strip: HTMLElement | null, selector: string, part?: PartOfDay): HTMLElement | null {
  let first: { slot: HTMLElement; left: number } | null = null;
  for (const row of strip?.querySelectorAll<HTMLElement>('.court-row-slots') ?? []) {
    const slot = [...row.querySelectorAll<HTMLElement>(selector)].find(
      ({ dataset }) => !part || isInPart(part, Number(dataset.hour)),
    );
    if (!slot) continue;
    const left = slot.getBoundingClientRect().left - row.getBoundingClientRect().left;
    if (!first || left < first.left) first = { slot, left };
  }
  if (!first) return null;
  strip?.scrollTo({ left: first.left - SCROLL_MARGIN_PX, behavior: 'instant' });
  return first.slot;
}

const isInPart = ({ from, until }: PartOfDay, slotIndex: number) => slotIndex >= from && slotIndex < until;
const [, , EVENING, LATE_NIGHT] = PARTS_OF_DAY;
const PHONE_QUERY = '(max-width: 40rem)';
/** A row without a free slot has no button to focus, so the row itself takes the focus for scrolling. */
const KEYBOARD_SCROLLABLE = { tabIndex: 0 };
/** Pixels of the row that stay visible before its first free slot. */
const SCROLL_MARGIN_PX = 14;
const NO_SLOTS: readonly number[] = [];
const NO_OPENINGS: OpeningSlots = {};
