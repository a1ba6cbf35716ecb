import type { AdminDaySchedule } from '../../src/domain/admin-api.ts';
import { endInstantOf, PLAYING_ORDER, positionOf } from '../../src/domain/slot.ts';
import { hoursOf } from './words.tsx';

/** A walk-in of more than eight half-hours is no walk-in. */
const LONGEST = 8;

/** Half-hours that somebody holds on a court of the day. */
export function heldHours(day: AdminDaySchedule, courtId: number): Set<number> {
  const court = day.courts.find((at) => at.court.id === courtId);
  const holders = [...(court?.bookings ?? []), ...(court?.closures ?? [])];
  return new Set(holders.flatMap((holder) => hoursOf(holder.slots)));
}

/** The free half-hours without a gap from `hour` on. */
export function freeRun(day: AdminDaySchedule, courtId: number, hour: number, now: number): number[] {
  const held = heldHours(day, courtId);
  const run: number[] = [];
  for (const next of PLAYING_ORDER.slice(positionOf(hour))) {
    if (held.has(next) || endInstantOf(day.date, next) <= now || run.length === LONGEST) break;
    run.push(next);
  }
  return run;
}
