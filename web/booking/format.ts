import { shortDate } from '../../src/domain/business-day.ts';
import type { Court } from '../../src/domain/court.ts';
import { priceOf } from '../../src/domain/price.ts';
import { type Block, blockLabel, calendarDateOf, type Slot } from '../../src/domain/slot.ts';

export type SlotState = 'free' | 'chosen' | 'booked' | 'past';

export function getSlotState(slot: Slot, chosen: boolean): SlotState {
  if (slot.isPast) return 'past';
  if (!slot.available) return 'booked';
  return chosen ? 'chosen' : 'free';
}

/** PKR for one half-hour of a booking that starts with it. */
export function halfHourPrice(hour: number, court: Court): number {
  return priceOf([hour], court.hourly_rate).total;
}

/** The calendar dates a block touches: `Sat, Nov 21` or `Sat, Nov 21 – Sun, Nov 22`. */
export function formatBlockDates(date: string, block: Block): string {
  const first = calendarDateOf(date, block.first);
  // The end 12:00 AM of a block that starts in the evening is already the next date's.
  const last = calendarDateOf(date, (block.last + 1) % 48);
  return first === last ? shortDate(first) : `${shortDate(first)} – ${shortDate(last)}`;
}

/** `Sat, Nov 21 · 11:30 PM – 1:00 AM (Sun, Nov 22)` without the date of the business day. */
export function formatBlockTime(date: string, block: Block): string {
  const last = calendarDateOf(date, block.last);
  const time = blockLabel(block);
  return last === date ? time : `${time} (${shortDate(last)})`;
}

/** `1 half-hour` · `7 half-hours` */
export function formatHalfHours(count: number): string {
  return `${count} half-hour${count === 1 ? '' : 's'}`;
}
