/** Why slots can't be booked, as sentences. No schemas here, so that the wizard's first step needn't load them. */
import { addDays, isDate } from './business-day.ts';
import type { Calendar } from './calendar.ts';
import {
  closedDayMessage,
  closedHoursMessage,
  consecutiveOpenSlots,
  type DayPlan,
  dayPlanOf,
  isDayOver,
  isOpen,
  todayOf,
} from './day-plan.ts';
import { blocksOf, inPlayingOrder, isPast, MINIMUM_SLOTS, SLOT_MINUTES, slotIndexOf } from './slot.ts';

export const LONE_SLOT_MESSAGE = 'Each block needs at least 2 slots in a row (no standalone 30-minute slot).';

/** A step's error: the toast's title and text, and the field it belongs to. */
export interface StepError {
  title: string;
  text: string;
  /** The text next to the field, if it differs from the toast's. */
  fieldText?: string;
  /** The field to focus. */
  field: string;
}

/**
 * Why these slots can't be booked together: closed hours, too few slots, a lone slot. Null when they can.
 * `allowsHalfHour` lets the reception sell a single slot.
 */
export function slotsError(
  slotIndexes: readonly number[],
  plan: DayPlan,
  allowsHalfHour = false,
): string | null {
  if (slotIndexes.length === 0) return 'Please select time slots.';
  if (slotIndexes.some((slotIndex) => !isOpen(plan, slotIndex))) return closedHoursMessage(plan);
  if (allowsHalfHour && slotIndexes.length === 1) return null;
  if (slotIndexes.length < MINIMUM_SLOTS) return 'Please select at least 2 slots (1 hour minimum).';
  if (blocksOf(slotIndexes).some((block) => block.slotIndexes.length < MINIMUM_SLOTS))
    return LONE_SLOT_MESSAGE;
  return null;
}

/** Why nothing can be booked on `date` at `now`; null when something can. */
export function dateError(date: string, calendar: Calendar, now: number, daysAhead: number): string | null {
  if (!isDate(date)) return 'Please choose a date that exists.';
  const plan = dayPlanOf(calendar, date);
  if (isDayOver(plan, now)) return 'This date is in the past. Please choose today or a later date.';
  if (date > addDays(todayOf(calendar, now), daysAhead))
    return `Bookings open ${daysAhead} days ahead. Please choose an earlier date.`;
  return closedDayMessage(plan);
}

/** Why these slots can no longer be booked at `now`; null when they can. */
export function pastSlotsError(date: string, slotIndexes: readonly number[], now: number): string | null {
  return slotIndexes.some((slotIndex) => isPast(date, slotIndex, now))
    ? 'This time has already started. Please choose a later one.'
    : null;
}

/**
 * A request's slots in playing order, or the error and its field. Without `slots`, they follow on from `start_time`.
 */
export function parseRequestedSlots(
  request: { start_time: string; duration: number; slots?: readonly string[] | undefined },
  plan: DayPlan,
  allowsHalfHour = false,
): { slotIndexes: number[] } | { error: string; field: string } {
  const first = slotIndexOf(request.start_time);
  if (first === null)
    return { error: 'Start time must be on the hour or half past, such as 18:30.', field: 'start_time' };
  const count = request.duration / SLOT_MINUTES;
  if (!request.slots) {
    const slotIndexes = consecutiveOpenSlots(plan, request.start_time, count);
    return slotIndexes ? { slotIndexes } : { error: closedHoursMessage(plan), field: 'start_time' };
  }
  const slotIndexes: number[] = [];
  for (const text of request.slots) {
    const slotIndex = slotIndexOf(text);
    if (slotIndex === null)
      return { error: 'Each slot must start on the hour or half past, such as 18:30.', field: 'slots' };
    slotIndexes.push(slotIndex);
  }
  const error = slotsError(slotIndexes, plan, allowsHalfHour);
  if (error) return { error, field: 'slots' };
  if (inPlayingOrder(slotIndexes).join() !== slotIndexes.join()) {
    return { error: 'Slots must be in playing order, each one once.', field: 'slots' };
  }
  if (slotIndexes[0] !== first) return { error: 'Start time must be the first slot.', field: 'start_time' };
  if (slotIndexes.length !== count)
    return { error: 'Duration must be 30 minutes for each slot.', field: 'duration' };
  return { slotIndexes };
}

/** Checks step 1 of the wizard; the specification gives the texts. */
export function selectionError(input: {
  date: string;
  courtId: number | null;
  slotIndexes: readonly number[];
  plan: DayPlan;
}): StepError | null {
  if (!input.date || input.courtId === null) {
    // Picking a start from the list of all courts also picks the court.
    const missing = input.date
      ? { field: 'slots', fieldText: 'Time slot is required' }
      : { field: 'date', fieldText: 'Date is required' };
    return { title: 'Missing Information', text: 'Please select a date and court.', ...missing };
  }
  const text = slotsError(input.slotIndexes, input.plan);
  if (!text) return null;
  return input.slotIndexes.length === 0
    ? { title: 'Missing Information', text, field: 'slots', fieldText: 'Time slot is required' }
    : { title: 'Invalid Slot Selection', text, field: 'slots' };
}
