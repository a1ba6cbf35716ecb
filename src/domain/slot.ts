import { addDays, clubInstant } from './business-day.ts';

/**
 * Half-hours. A slot is named by its `hour`: the wall-clock half-hour index 0–47 (14 = 07:00, 47 = 23:30,
 * 0 = 00:00, 7 = 03:30). A business day plays 14 … 47, then 0 … 7 of the next calendar day.
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

/** One half-hour as `GET /api/slots` answers it. */
export interface Slot {
  hour: number;
  /** `6:30 PM` */
  time: string;
  /** `18:30` */
  start_time: string;
  /** The real calendar date; after midnight it is the day after the business day. */
  calendar_date: string;
  available: boolean;
  isPast: boolean;
  pricingTier: PricingTier;
}

/** A run of half-hours without a gap. */
export interface Block {
  slotIndexes: readonly number[];
  first: number;
  last: number;
}

/** Position in playing order 0–41, or -1 while the club is closed (04:00–07:00) or for no half-hour at all. */
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

/** `HH:MM` of a slot's start. */
export function startTimeOf(slotIndex: number): string {
  return `${String(Math.floor(slotIndex / 2)).padStart(2, '0')}:${slotIndex % 2 ? '30' : '00'}`;
}

/** The half-hour index of an `HH:MM` text, or null when it is no half-hour of a clock. */
export function slotIndexOf(startTime: string): number | null {
  const match = /^([01]\d|2[0-3]):(00|30)$/.exec(startTime);
  return match ? Number(match[1]) * 2 + (match[2] === '30' ? 1 : 0) : null;
}

/** `6:30 PM`; also takes 48, the midnight that ends 23:30. */
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

/** The calendar date on which a slot of business day `date` is played. */
export function calendarDateOf(date: string, slotIndex: number): string {
  return isAfterMidnight(slotIndex) ? addDays(date, 1) : date;
}

/** Epoch milliseconds at which a slot of business day `date` starts. */
export function startInstantOf(date: string, slotIndex: number): number {
  return clubInstant(calendarDateOf(date, slotIndex), slotIndex * SLOT_MINUTES);
}

export function endInstantOf(date: string, slotIndex: number): number {
  return startInstantOf(date, slotIndex) + SLOT_MINUTES * 60_000;
}

/** A slot is past once its start instant has come. */
export function isPast(date: string, slotIndex: number, now: number): boolean {
  return startInstantOf(date, slotIndex) <= now;
}

/** Splits slots, in any order, into runs without gaps; 23:30 and 00:00 are neighbours. */
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

/** The half-hours that `slots` ones from `startTime` on cover, or null when they leave opening hours. */
export function consecutiveSlotIndexes(startTime: string, count: number): number[] | null {
  const first = slotIndexOf(startTime);
  const position = first === null ? -1 : positionOf(first);
  if (position < 0 || position + count > SLOTS_PER_BUSINESS_DAY) return null;
  return PLAYING_ORDER.slice(position, position + count);
}

/** The day's slots as a visitor sees them. `taken` holds the half-hour indexes somebody has claimed. */
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
