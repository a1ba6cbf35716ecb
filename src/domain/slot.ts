import { addDays, clubInstant } from './business-day.ts';

/**
 * A slot is 30 minutes. Its index is the wall-clock half-hour 0–47: 14 is 07:00, 47 is 23:30, 0 is 00:00, 7 is
 * 03:30. The playing order of a business day is 14 … 47, then 0 … 7 of the next calendar day.
 */
export const SLOT_MINUTES = 30;
export const MINIMUM_SLOTS = 2;

const OPENING_SLOT_INDEX = 14;
const SLOTS_PER_CALENDAR_DAY = 48;
const SLOTS_PER_BUSINESS_DAY = 42;

/** The 42 slots of a business day in playing order. */
export const PLAYING_ORDER: readonly number[] = Array.from(
  { length: SLOTS_PER_BUSINESS_DAY },
  (_, position) => (position + OPENING_SLOT_INDEX) % SLOTS_PER_CALENDAR_DAY,
);

export type PricingTier = 'morning' | 'off_peak' | 'peak';

/** A slot in the answer of `GET /api/slots`; the specification calls its index `hour`. */
export interface Slot {
  hour: number;
  /** `6:30 PM` */
  time: string;
  /** `18:30` */
  start_time: string;
  /** After midnight, the day after the business day. */
  calendar_date: string;
  available: boolean;
  isPast: boolean;
  pricingTier: PricingTier;
}

/** Consecutive slots. */
export interface Block {
  slotIndexes: readonly number[];
  first: number;
  last: number;
}

/** Position in playing order 0–41; -1 for closed hours (04:00–07:00) and invalid indexes. */
export function positionOf(slotIndex: number): number {
  if (!Number.isInteger(slotIndex) || slotIndex < 0 || slotIndex >= SLOTS_PER_CALENDAR_DAY) return -1;
  const position = (slotIndex - OPENING_SLOT_INDEX + SLOTS_PER_CALENDAR_DAY) % SLOTS_PER_CALENDAR_DAY;
  return position < SLOTS_PER_BUSINESS_DAY ? position : -1;
}

export function inPlayingOrder(slotIndexes: Iterable<number>): number[] {
  return [...new Set(slotIndexes)].sort((a, b) => positionOf(a) - positionOf(b));
}

export function isAfterMidnight(slotIndex: number): boolean {
  return slotIndex < OPENING_SLOT_INDEX;
}

/** The start as `HH:MM`. */
export function startTimeOf(slotIndex: number): string {
  return `${String(Math.floor(slotIndex / 2)).padStart(2, '0')}:${slotIndex % 2 ? '30' : '00'}`;
}

/** The slot index of an `HH:MM` text; null when the text is not the start of a slot. */
export function slotIndexOf(startTime: string): number | null {
  const match = /^([01]\d|2[0-3]):(00|30)$/.exec(startTime);
  return match ? Number(match[1]) * 2 + (match[2] === '30' ? 1 : 0) : null;
}

/** `6:30 PM`; 48 is the midnight at which 23:30 ends. */
export function timeLabel(slotIndex: number): string {
  const clockHour = Math.floor((slotIndex % SLOTS_PER_CALENDAR_DAY) / 2);
  return `${clockHour % 12 || 12}:${slotIndex % 2 ? '30' : '00'} ${clockHour < 12 ? 'AM' : 'PM'}`;
}

/** `6:30 PM – 8:00 PM` */
export function blockLabel(block: Block): string {
  return `${timeLabel(block.first)} – ${timeLabel(block.last + 1)}`;
}

export function pricingTierOf(slotIndex: number): PricingTier {
  if (slotIndex >= 14 && slotIndex < 20) return 'morning';
  if ((slotIndex >= 20 && slotIndex < 36) || (slotIndex >= 4 && slotIndex < 8)) return 'off_peak';
  return 'peak';
}

/** The calendar date of a slot of business day `date`. */
export function calendarDateOf(date: string, slotIndex: number): string {
  return isAfterMidnight(slotIndex) ? addDays(date, 1) : date;
}

/** The start of a slot of business day `date`, in epoch milliseconds. */
export function startInstantOf(date: string, slotIndex: number): number {
  return clubInstant(calendarDateOf(date, slotIndex), slotIndex * SLOT_MINUTES);
}

export function endInstantOf(date: string, slotIndex: number): number {
  return startInstantOf(date, slotIndex) + SLOT_MINUTES * 60_000;
}

/** A slot is past once it has started. */
export function isPast(date: string, slotIndex: number, now: number): boolean {
  return startInstantOf(date, slotIndex) <= now;
}

/** Groups slots, given in any order, into consecutive runs; 00:00 follows 23:30. */
export function blocksOf(slotIndexes: Iterable<number>): Block[] {
  const runs: number[][] = [];
  for (const slotIndex of inPlayingOrder(slotIndexes)) {
    const run = runs.at(-1);
    const previous = run?.at(-1);
    if (run && previous !== undefined && positionOf(slotIndex) === positionOf(previous) + 1)
      run.push(slotIndex);
    else runs.push([slotIndex]);
  }
  return runs.map((run) => ({ slotIndexes: run, first: run[0] as number, last: run.at(-1) as number }));
}

/** `count` consecutive slots from `startTime` on; null when they leave the opening hours. */
export function consecutiveSlotIndexes(startTime: string, count: number): number[] | null {
  const first = slotIndexOf(startTime);
  const position = first === null ? -1 : positionOf(first);
  if (position < 0 || position + count > SLOTS_PER_BUSINESS_DAY) return null;
  return PLAYING_ORDER.slice(position, position + count);
}

/** The slots of a business day as customers see them. `taken` holds the claimed slot indexes. */
export function buildDaySlots(date: string, taken: ReadonlySet<number>, now: number): Slot[] {
  return PLAYING_ORDER.map((slotIndex) => {
    const isPastSlot = isPast(date, slotIndex, now);
    return {
      hour: slotIndex,
      time: timeLabel(slotIndex),
      start_time: startTimeOf(slotIndex),
      calendar_date: calendarDateOf(date, slotIndex),
      available: !isPastSlot && !taken.has(slotIndex),
      isPast: isPastSlot,
      pricingTier: pricingTierOf(slotIndex),
    };
  });
}
