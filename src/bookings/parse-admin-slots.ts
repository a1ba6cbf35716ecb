import type { Calendar } from '../domain/calendar.ts';
import { dayPlanOf } from '../domain/day-plan.ts';
import { invalidField } from '../domain/failure.ts';
import { endInstantOf, SLOT_MINUTES } from '../domain/slot.ts';
import { dateError, parseRequestedSlots } from '../domain/slot-selection-errors.ts';

/** Admins can book this far ahead, whatever the limit for customers. */
export const ADMIN_DAYS_AHEAD = 730;

/**
 * The slots that an admin entered, in playing order; throws `invalid`. A booking moving within its own day passes its
 * own slots, which may already be over.
 */
export function parseSlotIndexes(
  target: { date: string; slots: readonly string[] },
  calendar: Calendar,
  now: number,
  own: { sameDay: boolean; slotIndexes: ReadonlySet<number> } = { sameDay: false, slotIndexes: new Set() },
  allowsHalfHour = false,
): number[] {
  const dateMessage = own.sameDay ? null : dateError(target.date, calendar, now, ADMIN_DAYS_AHEAD);
  if (dateMessage) throw invalidField('date', dateMessage);
  const requested = parseRequestedSlots(
    {
      start_time: target.slots[0] ?? '',
      duration: target.slots.length * SLOT_MINUTES,
      slots: target.slots,
    },
    dayPlanOf(calendar, target.date),
    allowsHalfHour,
  );
  if ('error' in requested) throw invalidField('slots', requested.error);
  const isOver = (slotIndex: number) => endInstantOf(target.date, slotIndex) <= now;
  if (requested.slotIndexes.some((slotIndex) => !own.slotIndexes.has(slotIndex) && isOver(slotIndex))) {
    throw invalidField('slots', 'This time is over. Please choose a later one.');
  }
  return requested.slotIndexes;
}
