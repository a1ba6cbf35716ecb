import { type DayPlan, endPositionOf } from './day-plan.ts';
import type { FieldErrors } from './failure.ts';
import { OFFER_NOTICE_MINUTES } from './offer.ts';
import {
  BUSINESS_DAY_SLOTS,
  positionOf,
  SLOT_MINUTES,
  slotIndexOf,
  startInstantOf,
  startTimeOf,
} from './slot.ts';
import type { WaitlistInput } from './waitlist.ts';

const MINUTE_MS = 60_000;

/** Consecutive positions of a business day; `until` is exclusive. */
export interface PositionRange {
  from: number;
  until: number;
}

export interface WantedTime extends PositionRange {
  slots: number;
}

/** The entry in positions, or what is wrong with it. `plan` is that day's. */
export function parseWantedTime(
  input: Pick<WaitlistInput, 'from' | 'until' | 'duration'>,
  plan: DayPlan,
): { time: WantedTime } | { fields: FieldErrors } {
  const first = slotIndexOf(input.from);
  const end = slotIndexOf(input.until);
  if (first === null) return { fields: { from: 'Please choose the earliest start.' } };
  if (end === null) return { fields: { until: 'Please choose the latest end.' } };
  const slots = input.duration / SLOT_MINUTES;
  const time = { from: positionOf(first), until: endPositionOf(input.until), slots };
  if (time.until - time.from < slots)
    return { fields: { until: 'This time is shorter than you want to play. Please choose a later end.' } };
  if (findBlock(time, openRuns(plan)) === null)
    return { fields: { from: 'The club isn’t open long enough in that time. Please choose another one.' } };
  return { time };
}

function openRuns(plan: DayPlan): PositionRange[] {
  return runsOf(plan, () => true);
}

/** Free slots that have not started, as runs: what a customer can book without waiting. */
export function bookableRuns(plan: DayPlan, taken: ReadonlySet<number>, now: number): PositionRange[] {
  return runsOf(plan, (slotIndex) => !taken.has(slotIndex) && startInstantOf(plan.date, slotIndex) > now);
}

/** Free slots that may be offered at `now`, as runs. */
export function offerableRuns(plan: DayPlan, taken: ReadonlySet<number>, now: number): PositionRange[] {
  const earliest = now + OFFER_NOTICE_MINUTES * MINUTE_MS;
  return runsOf(
    plan,
    (slotIndex) => !taken.has(slotIndex) && startInstantOf(plan.date, slotIndex) >= earliest,
  );
}

function runsOf(plan: DayPlan, includes: (slotIndex: number) => boolean): PositionRange[] {
  const runs: PositionRange[] = [];
  for (const { slotIndex } of plan.slots) {
    if (!includes(slotIndex)) continue;
    const position = positionOf(slotIndex);
    const last = runs.at(-1);
    if (last?.until === position) last.until = position + 1;
    else runs.push({ from: position, until: position + 1 });
  }
  return runs;
}

/**
 * Where the earliest block of `runs` that fits the entry starts, skipping `passed`, the times on this court it was
 * offered before; null if there is none.
 */
export function findBlock(
  entry: WantedTime,
  runs: readonly PositionRange[],
  passed: readonly PositionRange[] = [],
): number | null {
  for (const run of runs) {
    const end = Math.min(run.until, entry.until);
    for (let first = Math.max(run.from, entry.from); first + entry.slots <= end; first += 1) {
      if (!passed.some(({ from, until }) => first < until && from < first + entry.slots)) return first;
    }
  }
  return null;
}

/** The slots of `count` positions from `first`. */
export function slotIndexesFrom(first: number, count: number): number[] {
  return BUSINESS_DAY_SLOTS.slice(first, first + count);
}

/** Position 48 is 06:00, when the day ends. */
export function startTimeOfPosition(position: number): string {
  return startTimeOf(BUSINESS_DAY_SLOTS[position % BUSINESS_DAY_SLOTS.length] ?? 0);
}
