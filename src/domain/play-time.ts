import { longDate, shortDate } from './format-date.ts';
import {
  type Block,
  blockLabel,
  blocksOf,
  calendarDateOf,
  endInstantOf,
  slotIndexOf,
  startInstantOf,
} from './slot.ts';

/** One block of a booking, as text and as instants. */
export interface PlayTime {
  /** `11:30 PM – 1 AM` */
  timeRange: string;
  /** Calendar date of the start. */
  calendar_date: string;
  /** Calendar date of the end. */
  end_date: string;
  /** Epoch milliseconds. */
  start: number;
  end: number;
}

/** The blocks of a booking. `slots` are start times in playing order. */
export function playTimes(booking: { date: string; slots: readonly string[] }): PlayTime[] {
  const slotIndexes = booking.slots.map(slotIndexOf).filter((index) => index !== null);
  return blocksOf(slotIndexes).map((block: Block) => ({
    timeRange: blockLabel(block),
    calendar_date: calendarDateOf(booking.date, block.first),
    // A block that ends at midnight ends on the next date.
    end_date: calendarDateOf(booking.date, (block.last + 1) % 48),
    start: startInstantOf(booking.date, block.first),
    end: endInstantOf(booking.date, block.last),
  }));
}

/** In epoch milliseconds. */
export function startOfPlay(booking: { date: string; slots: readonly string[] }): number {
  return playTimes(booking)[0]?.start ?? 0;
}

export function endOfPlay(booking: { date: string; slots: readonly string[] }): number {
  return playTimes(booking).at(-1)?.end ?? 0;
}

/**
 * `Saturday, November 21, 2026`; for a start after midnight, as people say it: `Saturday night, November 21, 2026
 * (early Sunday)`.
 */
export function formatPlayDate(play: { date: string; slots: readonly string[] }): string {
  const first = playTimes(play)[0];
  if (!first || first.calendar_date === play.date) return longDate(play.date);
  return `${longDate(play.date).replace(',', ' night,')} (early ${longDate(first.calendar_date).split(',')[0]})`;
}

/** `Sat, Nov 21`; for a start after midnight `Sat night, Nov 21`. A time follows. */
export function shortPlayDate(play: { date: string; slots: readonly string[] }): string {
  return nightOf(play.date, playTimes(play)[0]?.calendar_date ?? play.date);
}

/** The same from a business day and the calendar date of a start in it. */
export function nightOf(date: string, calendarDate: string): string {
  return calendarDate === date ? shortDate(date) : shortDate(date).replace(',', ' night,');
}

/**
 * The time range plus any date that differs: `11:30 PM – 1 AM (until Sun, Nov 22)`, `12:30 AM – 2 AM (on Sun, Nov
 * 22)`.
 */
export function formatPlayTime(date: string, playTime: PlayTime): string {
  if (playTime.calendar_date !== date)
    return `${playTime.timeRange} (on ${shortDate(playTime.calendar_date)})`;
  if (playTime.end_date !== date) return `${playTime.timeRange} (until ${shortDate(playTime.end_date)})`;
  return playTime.timeRange;
}
