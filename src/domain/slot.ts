import { addDays, clubInstant } from './business-day.ts';

/**
 * Half-hours. A slot is named by its `hour`: the wall-clock half-hour index 0–47 (14 = 07:00, 47 = 23:30,
 * 0 = 00:00, 7 = 03:30). A business day plays 14 … 47, then 0 … 7 of the next calendar day.
 */
export const SLOT_MINUTES = 30;
export const MINIMUM_SLOTS = 2;

const OPENING_HOUR = 14;
const HALF_HOURS = 48;
const SLOTS_A_DAY = 42;

/** The 42 slots of a business day in playing order. */
export const PLAYING_ORDER: readonly number[] = Array.from(
  { length: SLOTS_A_DAY },
  (_, position) => (position + OPENING_HOUR) % HALF_HOURS,
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
  hours: readonly number[];
  first: number;
  last: number;
}

/** Position in playing order 0–41, or -1 while the club is closed (04:00–07:00) or for no half-hour at all. */
export function positionOf(hour: number): number {
  if (!Number.isInteger(hour) || hour < 0 || hour >= HALF_HOURS) return -1;
  const position = (hour - OPENING_HOUR + HALF_HOURS) % HALF_HOURS;
  return position < SLOTS_A_DAY ? position : -1;
}

export function inPlayingOrder(hours: Iterable<number>): number[] {
  return [...new Set(hours)].sort((a, b) => positionOf(a) - positionOf(b));
}

export function isAfterMidnight(hour: number): boolean {
  return hour < OPENING_HOUR;
}

/** `HH:MM` of a slot's start. */
export function startTimeOf(hour: number): string {
  return `${String(Math.floor(hour / 2)).padStart(2, '0')}:${hour % 2 ? '30' : '00'}`;
}

/** The half-hour index of an `HH:MM` text, or null when it is no half-hour of a clock. */
export function hourOf(startTime: string): number | null {
  const match = /^([01]\d|2[0-3]):(00|30)$/.exec(startTime);
  return match ? Number(match[1]) * 2 + (match[2] === '30' ? 1 : 0) : null;
}

/** `6:30 PM`; also takes 48, the midnight that ends 23:30. */
export function timeLabel(hour: number): string {
  const wall = Math.floor((hour % HALF_HOURS) / 2);
  return `${wall % 12 || 12}:${hour % 2 ? '30' : '00'} ${wall < 12 ? 'AM' : 'PM'}`;
}

/** `6:30 PM – 8:00 PM` */
export function blockLabel(block: Block): string {
  return `${timeLabel(block.first)} – ${timeLabel(block.last + 1)}`;
}

export function tierOf(hour: number): PricingTier {
  if (hour >= 14 && hour < 20) return 'morning';
  if ((hour >= 20 && hour < 36) || (hour >= 4 && hour < 8)) return 'off_peak';
  return 'peak';
}

/** The calendar date on which a slot of business day `date` is played. */
export function calendarDateOf(date: string, hour: number): string {
  return isAfterMidnight(hour) ? addDays(date, 1) : date;
}

/** Epoch milliseconds at which a slot of business day `date` starts. */
export function startInstantOf(date: string, hour: number): number {
  return clubInstant(calendarDateOf(date, hour), hour * SLOT_MINUTES);
}

export function endInstantOf(date: string, hour: number): number {
  return startInstantOf(date, hour) + SLOT_MINUTES * 60_000;
}

/** A slot is past once its start instant has come. */
export function isPast(date: string, hour: number, now: number): boolean {
  return startInstantOf(date, hour) <= now;
}

/** Splits slots, in any order, into runs without gaps; 23:30 and 00:00 are neighbours. */
export function blocksOf(hours: Iterable<number>): Block[] {
  const runs: number[][] = [];
  for (const hour of inPlayingOrder(hours)) {
    const run = runs.at(-1);
    const previous = run?.at(-1);
    if (run && previous !== undefined && positionOf(hour) === positionOf(previous) + 1) run.push(hour);
    else runs.push([hour]);
  }
  return runs.map((run) => ({ hours: run, first: run[0] as number, last: run.at(-1) as number }));
}

/** The half-hours that `slots` ones from `startTime` on cover, or null when they leave opening hours. */
export function consecutiveHours(startTime: string, slots: number): number[] | null {
  const first = hourOf(startTime);
  const position = first === null ? -1 : positionOf(first);
  if (position < 0 || position + slots > SLOTS_A_DAY) return null;
  return PLAYING_ORDER.slice(position, position + slots);
}

/** The day's slots as a visitor sees them. `taken` holds the half-hour indexes somebody has claimed. */
export function slotsOf(date: string, taken: ReadonlySet<number>, now: number): Slot[] {
  return PLAYING_ORDER.map((hour) => {
    const past = isPast(date, hour, now);
    return {
      hour,
      time: timeLabel(hour),
      start_time: startTimeOf(hour),
      calendar_date: calendarDateOf(date, hour),
      available: !past && !taken.has(hour),
      isPast: past,
      pricingTier: tierOf(hour),
    };
  });
}
