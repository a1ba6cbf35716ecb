import { useEffect } from 'react';
import { addDays, isDate } from '../../src/domain/business-day.ts';
import { consecutiveOpenSlots, type DayPlan, dayPlanOf } from '../../src/domain/day-plan.ts';
import { MINIMUM_SLOTS, slotIndexOf } from '../../src/domain/slot.ts';
import { slotsError } from '../../src/domain/slot-selection-errors.ts';
import { useHydrated } from '../lib/hydrated.tsx';
import { useLocation, useQueryParams } from '../lib/router.ts';
import { chooseCourt, chooseDate, chooseSlots, dropRetiredCourt, useDraft } from '../shared/booking-draft.ts';
import { useToday } from '../shared/club-time-hooks.ts';
import { usePageData } from '../shared/page-data.tsx';
import { useCalendar } from '../shared/use-calendar.ts';
import { useDaysAhead } from '../shared/use-days-ahead.ts';

/**
 * Copies `court`, `date`, `time` and `slots` from the URL (from the landing and cancel pages and from emails) into
 * the draft once it is the visitor's own, then removes them from the URL, so that a reload keeps later choices.
 */
export function useBookingParams(ownerKnown: boolean): void {
  const { courts } = usePageData();
  const calendar = useCalendar();
  const { path, route } = useLocation();
  const hydrated = useHydrated();
  const today = useToday();
  const daysAhead = useDaysAhead();
  const { court, date, time, slots, step } = useQueryParams();

  useEffect(() => {
    if (!hydrated || !today || !ownerKnown) return;
    const lastDate = addDays(today, daysAhead);
    const draft = useDraft.getState();
    if (date && isDate(date) && date >= today && date <= lastDate) chooseDate(date);
    else if (!draft.date || draft.date < today) chooseDate(today);
    if (courts.some(({ id }) => String(id) === court)) chooseCourt(Number(court));
    else if (court) dropRetiredCourt();
    const plan = dayPlanOf(calendar, useDraft.getState().date);
    const slotIndexes =
      parseSlots(slots, plan) ?? (time ? consecutiveOpenSlots(plan, time, MINIMUM_SLOTS) : null);
    if (slotIndexes && useDraft.getState().slotIndexes.length === 0) chooseSlots(slotIndexes);
    if (court || date || time || slots) route(step ? `${path}?step=${step}` : path, true);
  }, [hydrated, today, ownerKnown, court, date, time, slots, step, path, daysAhead, calendar, courts, route]);
}

/** `21:00,21:30` as slot indexes; null unless they can be booked together. */
function parseSlots(text: string | undefined, plan: DayPlan): number[] | null {
  const slotIndexes = (text ?? '').split(',').map(slotIndexOf);
  if (slotIndexes.includes(null)) return null;
  const indexes = slotIndexes.filter((index) => index !== null);
  return slotsError(indexes, plan) ? null : indexes;
}
