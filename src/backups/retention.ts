import { addDays, businessDayOf } from '../domain/business-day.ts';
import { isPlausibleInstant } from '../domain/plausible-instant.ts';
import type { Snapshot } from './snapshot-name.ts';

const HOUR_MS = 60 * 60_000;
const HOURLY_MS = 7 * 24 * HOUR_MS;

/**
 * The snapshots that are no longer kept: all of the present business day stay, one an hour for a week, and
 * one a day for `keepDays`. `own`, the snapshot just made, stays. A snapshot of its line that is dated in the
 * future goes: a clock that was ahead has made it.
 */
export function surplusSnapshots(
  snapshots: readonly Snapshot[],
  input: { now: number; keepDays: number; own: Pick<Snapshot, 'name' | 'line'> },
): Snapshot[] {
  const { now, keepDays, own } = input;
  const today = businessDayOf(now);
  const oldestDay = addDays(today, 1 - keepDays);
  const kept = new Set<string>();
  // From the newest to the oldest, the first of each hour and of each day stays.
  return snapshots
    .toSorted((a, b) => b.at - a.at)
    .filter(({ name, at, line }) => {
      if (name === own.name) return false;
      if (!isPlausibleInstant(at, now)) return line === own.line;
      const day = businessDayOf(at);
      const keys = [
        ...(at > now - HOURLY_MS ? [`${line} hour ${Math.floor(at / HOUR_MS)}`] : []),
        ...(day >= oldestDay ? [`${line} day ${day}`] : []),
      ];
      const isFirst = keys.some((key) => !kept.has(key));
      for (const key of keys) kept.add(key);
      return !isFirst && day !== today;
    });
}
