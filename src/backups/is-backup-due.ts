import { addDays, businessDayOf, clubInstant } from '../domain/business-day.ts';

/** After a failure the next attempt waits this long. */
const RETRY_DELAY_MS = 30 * 60_000;

/**
 * Whether the daily backup at club time `at` (`05:00`; empty: never) should be made now: the last such
 * moment has passed since the last success, or since the club's birth. A machine that was off at that hour
 * makes it when it is on again.
 */
export function isBackupDue(input: {
  at: string;
  now: number;
  /** Epoch milliseconds. */
  createdAt: number;
  started: number | null;
  succeeded: number | null;
}): boolean {
  const { at, now, createdAt, started, succeeded } = input;
  if (at === '') return false;
  if (started !== null && now - started < RETRY_DELAY_MS) return false;
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const date = businessDayOf(now);
  // Around midnight the business day is a calendar day behind, so three candidates cover every case.
  const moments = [-1, 0, 1].map((days) => clubInstant(addDays(date, days), hours * 60 + minutes));
  const last = Math.max(...moments.filter((moment) => moment <= now));
  return (succeeded ?? createdAt) < last;
}
