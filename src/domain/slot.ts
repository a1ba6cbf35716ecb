import { addDays, clubInstant } from './business-day.ts';
import { formatTimeOfDay } from './format-time.ts';

/**
 * A slot is 30 minutes. Its index is the wall-clock half-hour 0–47: 12 is 06:00, 47 is 23:30, 0 is 00:00, 11 is
 * 05:30. A business day plays 12 … 47, then 0 … 11 of the next calendar day. The calendar decides which slots are
 * open; see `day-plan.ts`.
 */
export const SLOT_MINUTES = 30;
export const MINIMUM_SLOTS = 2;

const FIRST_SLOT_INDEX = 12;
const SLOTS_PER_DAY = 48;

/** All 48 slots of a business day in playing order, open or not. */
export const BUSINESS_DAY_SLOTS: readonly number[] = Array.from(
  { length: SLOTS_PER_DAY },
  (_, position) => (position + FIRST_SLOT_INDEX) % SLOTS_PER_DAY,
);

export const PRICING_TIERS = ['morning', 'off_peak', 'peak'] as const;
export type PricingTier = (typeof PRICING_TIERS)[number];

export interface Block {
  slotIndexes: readonly number[];
  first: number;
  last: number;
}

/** Position in playing order, 0–47; -1 for an invalid index. */
export function positionOf(slotIndex: number): number {
  if (!Number.isInteger(slotIndex) || slotIndex < 0 || slotIndex >= SLOTS_PER_DAY) return -1;
  return (slotIndex - FIRST_SLOT_INDEX + SLOTS_PER_DAY) % SLOTS_PER_DAY;
}

export function inPlayingOrder(slotIndexes: Iterable<number>): number[] {
  const list = [...slotIndexes];
  // Nearly every list is already in order, and sorting takes ten times as long as this check.
  const isOrdered = list.every(
    (slotIndex, i) => i === 0 || positionOf(list[i - 1] as number) < positionOf(slotIndex),
  );
  return isOrdered ? list : [...new Set(list)].sort((a, b) => positionOf(a) - positionOf(b));
}

/** The slots right before and after, within the same business day. */
export function neighboursOf(slotIndex: number): number[] {
  const position = positionOf(slotIndex);
  return [BUSINESS_DAY_SLOTS[position - 1], BUSINESS_DAY_SLOTS[position + 1]].filter(
    (neighbour) => neighbour !== undefined,
  );
}

export function isAfterMidnight(slotIndex: number): boolean {
  return slotIndex < FIRST_SLOT_INDEX;
}

/** `HH:MM` */
export function startTimeOf(slotIndex: number): string {
  return `${String(Math.floor(slotIndex / 2)).padStart(2, '0')}:${slotIndex % 2 ? '30' : '00'}`;
}

/** Null unless the `HH:MM` text is the start of a slot. */
export function slotIndexOf(startTime: string): number | null {
  const match = /^([01]\d|2[0-3]):(00|30)$/.exec(startTime);
  return match ? Number(match[1]) * 2 + (match[2] === '30' ? 1 : 0) : null;
}

/** `7 AM`, `6:30 PM`; 48 is the midnight at which 23:30 ends. */
export function timeLabel(slotIndex: number): string {
  return formatTimeOfDay(startTimeOf(slotIndex % SLOTS_PER_DAY));
}

/** `7:00 AM`, the format of a slot's `time` field, which other programs may parse. */
export function timeWithMinutes(slotIndex: number): string {
  return timeLabel(slotIndex).replace(/^(\d+) /, '$1:00 ');
}

/** `6:30 PM – 8 PM` */
export function blockLabel(block: Pick<Block, 'first' | 'last'>): string {
  return `${timeLabel(block.first)} – ${timeLabel(block.last + 1)}`;
}

/** The calendar date on which a slot of business day `date` is played. */
export function calendarDateOf(date: string, slotIndex: number): string {
  return isAfterMidnight(slotIndex) ? addDays(date, 1) : date;
}

/** In epoch milliseconds. */
export function startInstantOf(date: string, slotIndex: number): number {
  const daysLater = isAfterMidnight(slotIndex) ? 1 : 0;
  return clubInstant(date, (slotIndex + daysLater * SLOTS_PER_DAY) * SLOT_MINUTES);
}

export function endInstantOf(date: string, slotIndex: number): number {
  return startInstantOf(date, slotIndex) + SLOT_MINUTES * 60_000;
}

/** A slot is past once it has started. */
export function isPast(date: string, slotIndex: number, now: number): boolean {
  return startInstantOf(date, slotIndex) <= now;
}

/** Groups slots, in any order, into consecutive runs; 00:00 follows 23:30. */
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

/** Free blocks long enough to book: a single half-hour is too short to count as free. */
export function bookableBlocks(freeSlots: Iterable<number>): Block[] {
  return blocksOf(freeSlots).filter(({ slotIndexes }) => slotIndexes.length >= MINIMUM_SLOTS);
}

/** The slots where a booking of `count` slots can start, in playing order. */
export function startsOf(freeSlots: Iterable<number>, count = MINIMUM_SLOTS): number[] {
  return blocksOf(freeSlots).flatMap(({ slotIndexes }) =>
    slotIndexes.slice(0, Math.max(0, slotIndexes.length - count + 1)),
  );
}

/** Up to `count` consecutive slots from `first`, stopping at the end of the business day. */
export function slotsFrom(first: number, count: number): number[] {
  return BUSINESS_DAY_SLOTS.slice(positionOf(first), positionOf(first) + count);
}

/** `count` consecutive slots from `startTime`; null if they run past the business day. */
export function consecutiveSlotIndexes(startTime: string, count: number): number[] | null {
  const first = slotIndexOf(startTime);
  if (first === null || positionOf(first) + count > SLOTS_PER_DAY) return null;
  return slotsFrom(first, count);
}
