import { useEffect, useMemo } from 'react';
import { clubTimestamp } from '../../../src/domain/business-day.ts';
import type { Court } from '../../../src/domain/court.ts';
import { todayOf } from '../../../src/domain/day-plan.ts';
import { isPast, type Slot } from '../../../src/domain/slot.ts';
import { errorMessage } from '../../lib/api.ts';
import { useCurrentMinute } from '../../lib/current-minute.ts';
import { useQueries, useQuery } from '../../lib/query.ts';
import { showToast } from '../../lib/toast.ts';
import { useCalendar } from '../calendar.ts';
import { usePageData } from '../page-data.tsx';
import { useAuth } from '../session.tsx';

export interface Availability {
  state: 'loading' | 'ready' | 'failed';
  slots: readonly Slot[];
  /** The indexes of the slots that can be booked. */
  freeSlots: ReadonlySet<number>;
}

export const LOADING_AVAILABILITY: Availability = { state: 'loading', slots: [], freeSlots: new Set() };

/** A court's slots on a business day; a slot becomes past when its start comes, without a new request. */
export function useAvailability(date: string, courtId: number | null): Availability {
  const now = useCurrentMinute();
  const { state, data, error } = useQuery('GET /api/slots', {
    query: { date, courtId: courtId ?? '' },
    skip: !date || courtId === null,
  });
  useFailureToast(state === 'failed', 'Failed to fetch time slots', error);
  return useMemo(() => {
    const slots = slotsAt(data ?? [], date, now);
    const freeSlots = new Set(slots.filter((slot) => slot.available).map((slot) => slot.hour));
    return { state: data ? 'ready' : state, slots, freeSlots };
  }, [data, state, date, now]);
}

/** The number of free slots of each court on a business day; null until all courts are known. */
export function useFreeSlotCounts(date: string, courts: readonly Court[]): number[] | null {
  const now = useCurrentMinute();
  const answers = useQueries(
    'GET /api/slots',
    date ? courts.map(({ id }) => ({ query: { date, courtId: id } })) : [],
  );
  if (answers.length === 0 || answers.some(({ data }) => !data)) return null;
  return answers.map(({ data }) => slotsAt(data ?? [], date, now).filter((slot) => slot.available).length);
}

/** The slots with those marked that have started since the answer. */
function slotsAt(slots: readonly Slot[], date: string, now: number): Slot[] {
  return slots.map((slot) =>
    slot.isPast || !isPast(date, slot.hour, now) ? slot : { ...slot, isPast: true, available: false },
  );
}

export interface CourtList {
  state: 'loading' | 'ready' | 'failed';
  /** The member's favourites first; until the server answers, the courts of the page data. */
  courts: readonly Court[];
}

export function useCourts(): CourtList {
  const page = usePageData();
  const { user } = useAuth();
  const { state, data, error } = useQuery('GET /api/courts');
  useFailureToast(state === 'failed', 'Failed to fetch courts', error);
  const favorites = user?.preferences.favorite_courts;
  const courts = useMemo(() => {
    const favoriteRank = (court: Court) => (favorites?.includes(court.id) ? 0 : 1);
    return [...(data ?? page.courts)].sort((a, b) => favoriteRank(a) - favoriteRank(b));
  }, [data, page.courts, favorites]);
  return { state: data ? 'ready' : state, courts };
}

/** The court with this id; undefined when the club has none. */
export function useCourt(id: number | null): Court | undefined {
  return useCourts().courts.find((court) => court.id === id);
}

function useFailureToast(failed: boolean, title: string, error: Error | null): void {
  useEffect(() => {
    if (failed) {
      showToast('error', title, errorMessage(error, 'Please check your connection.'), title);
    }
  }, [failed, title, error]);
}

/** The business day that the club sells now; empty during hydration. */
export function useToday(): string {
  const calendar = useCalendar();
  const now = useCurrentMinute();
  return now ? todayOf(calendar, now) : '';
}

/** True after midnight while the evening before is still running. */
export function useTonight(): boolean {
  const today = useToday();
  const now = useCurrentMinute();
  return today !== '' && clubTimestamp(now).slice(0, 10) > today;
}
