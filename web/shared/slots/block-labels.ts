import { longDate, shortDate } from '../../../src/domain/format-date.ts';
import { type Block, blockLabel, calendarDateOf } from '../../../src/domain/slot.ts';

/** A block's calendar dates: `Sat, Nov 21` or `Sat, Nov 21 – Sun, Nov 22`. */
export function formatBlockDates(date: string, block: Block): string {
  const first = calendarDateOf(date, block.first);
  // A block that ends at 12 AM ends on the next date.
  const last = calendarDateOf(date, (block.last + 1) % 48);
  return first === last ? shortDate(first) : `${shortDate(first)} – ${shortDate(last)}`;
}

/**
 * `8 PM – 9 PM`; across midnight, `Friday night, 11:30 PM – 12:30 AM (ends Saturday)`; after midnight, `Friday night,
 * 12:30 AM – 2 AM (Saturday)`.
 */
export function formatBlockTime(date: string, block: Block): string {
  const time = blockLabel(block);
  const firstDate = calendarDateOf(date, block.first);
  const lastDate = calendarDateOf(date, block.last);
  if (lastDate === date) return time;
  const ending = firstDate === date ? `ends ${weekdayName(lastDate)}` : weekdayName(lastDate);
  return `${weekdayName(date)} night, ${time} (${ending})`;
}

/** `Friday` */
function weekdayName(date: string): string {
  return longDate(date).split(',')[0] ?? '';
}

/** `1 start` · `19 starts`: times at which the chosen length is free. */
export function countStarts(count: number): string {
  return `${count} start${count === 1 ? '' : 's'}`;
}

/** `1 slot` · `7 slots` */
export function formatSlotCount(count: number): string {
  return `${count} slot${count === 1 ? '' : 's'}`;
}
