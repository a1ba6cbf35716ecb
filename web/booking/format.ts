import { shortDate } from '../../src/domain/business-day.ts';
import type { Court } from '../../src/domain/court.ts';
import type { DayPlan } from '../../src/domain/day-plan.ts';
import { priceOf } from '../../src/domain/price.ts';
import { type Block, blockLabel, calendarDateOf, type Slot } from '../../src/domain/slot.ts';

export type SlotState = 'free' | 'chosen' | 'booked' | 'past';

export function getSlotState(slot: Slot, chosen: boolean): SlotState {
  if (slot.isPast) return 'past';
  if (!slot.available) return 'booked';
  return chosen ? 'chosen' : 'free';
}

/** PKR for one slot of a booking that starts with it. */
export function slotPrice(slotIndex: number, court: Court, plan: DayPlan): number {
  return priceOf([slotIndex], court.hourly_rate, plan).total;
}

/** The calendar dates of a block: `Sat, Nov 21` or `Sat, Nov 21 – Sun, Nov 22`. */
export function formatBlockDates(date: string, block: Block): string {
  const first = calendarDateOf(date, block.first);
  // A block that ends at 12:00 AM ends on the next date.
  const last = calendarDateOf(date, (block.last + 1) % 48);
  return first === last ? shortDate(first) : `${shortDate(first)} – ${shortDate(last)}`;
}

/** `8:00 PM – 9:00 PM`, or `11:30 PM – 1:00 AM (Sun, Nov 22)` after midnight. */
export function formatBlockTime(date: string, block: Block): string {
  const last = calendarDateOf(date, block.last);
  const time = blockLabel(block);
  return last === date ? time : `${time} (${shortDate(last)})`;
}

/** `1 slot` · `7 slots` */
export function formatSlotCount(count: number): string {
  return `${count} slot${count === 1 ? '' : 's'}`;
}
