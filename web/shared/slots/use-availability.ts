import { useDeferredValue, useEffect, useMemo } from 'react';
import type { Slot } from '../../../src/domain/api/court-answers.ts';
import type { ApiAnswer } from '../../../src/domain/api.ts';
import type { Calendar } from '../../../src/domain/calendar.ts';
import type { Court } from '../../../src/domain/court.ts';
import { buildDaySlots, dayPlanOf, markOffered } from '../../../src/domain/day-plan.ts';
import { DEFAULT_CALENDAR } from '../../../src/domain/default-calendar.ts';
import type { PageData, PageDay } from '../../../src/domain/page-data.ts';
import { bookableBlocks, isPast } from '../../../src/domain/slot.ts';
import { useHydrated } from '../../lib/hydrated.tsx';
import { type QueryState, setQueryData, useQuery } from '../../lib/query.ts';
import { reloadSlots } from '../../lib/reload.ts';
import { useCurrentMinute } from '../../lib/use-current-minute.ts';
import { usePageData } from '../page-data.tsx';
import { useCalendar } from '../use-calendar.ts';
import { useFailureToast } from '../use-failure-toast.ts';

export interface Availability {
  state: 'loading' | 'ready' | 'failed';
  slots: readonly Slot[];
  /** Indexes of the bookable slots. */
  freeSlots: ReadonlySet<number>;
  /** What the reception has closed, in words. */
  closed?: string | undefined;
}

const NO_SLOTS: readonly Slot[] = [];
const LOADING_AVAILABILITY: Availability = { state: 'loading', slots: [], freeSlots: new Set() };

/**
 * Lets React render the buttons in slices, after responding to the tap that asked for them; at hydration, the buttons
 * rendered by the server are there from the start.
 */
export function useDeferredAvailability(availability: Availability): Availability {
  return useDeferredValue(availability, useHydrated() ? LOADING_AVAILABILITY : availability);
}

/** A court's slots on a business day; each becomes past at its start, without a new request. */
export function useAvailability(date: string, courtId: number | null): Availability {
  const now = useCurrentMinute();
  const { state, data, error } = useSlotsByCourt(courtId === null ? '' : date);
  useFailureToast(state === 'failed', 'Failed to fetch time slots', error);
  useOfferEnd(data, now);
  return useMemo(() => {
    const slots = slotsAt(slotsOfCourt(data, courtId), date, now);
    const freeSlots = new Set(slots.filter((slot) => slot.available).map((slot) => slot.hour));
    return { state: data ? 'ready' : state, slots, freeSlots, closed: courtOf(data, courtId)?.closed };
  }, [data, courtId, state, date, now]);
}

/** Fetches the slots again when a waiting list offer has ended. */
function useOfferEnd(answer: SlotsByCourt | undefined, now: number): void {
  useEffect(() => {
    const isOver = ({ offered_until }: Slot) => offered_until && Date.parse(offered_until) <= now;
    if (!answer?.some(({ slots }) => slots.some(isOver))) return;
    // The server ends it within a second.
    const timer = setTimeout(() => void reloadSlots(), 1500);
    return () => clearTimeout(timer);
  }, [answer, now]);
}

/** Leaves out half-hours that no booking fits into, as they don't count as free. */
export function withoutLoneSlots({ slots, freeSlots, ...rest }: Availability): Availability {
  const bookable = new Set(bookableSlots(freeSlots));
  return {
    ...rest,
    slots: slots.filter(({ available, hour }) => !available || bookable.has(hour)),
    freeSlots: bookable,
  };
}

const bookableSlots = (free: Iterable<number>) =>
  bookableBlocks(free).flatMap(({ slotIndexes }) => slotIndexes);

/** For each court, the slots that a booking fits into, in playing order; null until known. */
export function useFreeSlots(date: string, courts: readonly Court[]): number[][] | null {
  const now = useCurrentMinute();
  const { data } = useSlotsByCourt(date);
  return useMemo(() => {
    if (!data) return null;
    const freeOf = (courtId: number) =>
      slotsAt(slotsOfCourt(data, courtId), date, now).filter((slot) => slot.available);
    return courts.map(({ id }) => bookableSlots(freeOf(id).map(({ hour }) => hour)));
  }, [data, courts, date, now]);
}

type SlotsByCourt = ApiAnswer<'GET /api/slots-by-court'>;

/** The slots of all courts; until the page is hydrated, those that the server rendered. */
function useSlotsByCourt(date: string): QueryState<SlotsByCourt> {
  const { day } = usePageData();
  const calendar = useCalendar();
  const answer = useQuery('GET /api/slots-by-court', { query: { date }, skip: !date });
  const drawn = !useHydrated() && day && day.date === date;
  return drawn ? { state: 'ready', data: drawnSlots(day, calendar), error: null } : answer;
}

export function slotsOfCourt(answer: SlotsByCourt | undefined, courtId: number | null): readonly Slot[] {
  return courtOf(answer, courtId)?.slots ?? NO_SLOTS;
}

const courtOf = (answer: SlotsByCourt | undefined, courtId: number | null) =>
  answer?.find(({ court_id }) => court_id === courtId);

const drawnSlotsByDay = new WeakMap<PageDay, SlotsByCourt>();

/** The same object for the same day, so that hydration has nothing to render again. */
function drawnSlots(day: PageDay, calendar: Calendar): SlotsByCourt {
  const known =
    drawnSlotsByDay.get(day) ??
    day.courts.map(({ id, taken, held, ...closed }) => ({
      ...closed,
      court_id: id,
      slots: markOffered(buildDaySlots(dayPlanOf(calendar, day.date), new Set(taken), day.at), held),
    }));
  drawnSlotsByDay.set(day, known);
  return known;
}

/** Adopts the courts and slots in the page's HTML, so that the browser doesn't request them again. */
export function takeDrawnSlots({ day, calendar = DEFAULT_CALENDAR, courts }: PageData): void {
  if (!day) return;
  setQueryData('GET /api/slots-by-court', drawnSlots(day, calendar), { query: { date: day.date } });
  setQueryData('GET /api/courts', courts);
}

/** What the reception has closed, if it is the same on every court. */
export function useClosedText(date: string): string | undefined {
  const { data = [] } = useSlotsByCourt(date);
  const closed = data[0]?.closed;
  return data.every((court) => court.closed === closed) ? closed : undefined;
}

/** True if a slot that has not started is taken on any court. */
export function useHasTakenSlots(date: string): boolean {
  const now = useCurrentMinute();
  const { data } = useSlotsByCourt(date);
  return (data ?? []).some(({ slots }) =>
    slotsAt(slots, date, now).some((slot) => !slot.available && !slot.isPast),
  );
}

/** Marks slots that have started since the answer. */
function slotsAt(slots: readonly Slot[], date: string, now: number): Slot[] {
  return slots.map((slot) =>
    slot.isPast || !isPast(date, slot.hour, now) ? slot : { ...slot, isPast: true, available: false },
  );
}
