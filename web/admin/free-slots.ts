import type { AdminDaySchedule } from '../../src/domain/admin-api.ts';
import { endInstantOf, PLAYING_ORDER, positionOf } from '../../src/domain/slot.ts';
import { hoursOfSlots } from './format.tsx';

/** A walk-in of more than eight half-hours is no walk-in. */
const MAX_WALK_IN_SLOTS = 8;

/** Half-hours that somebody holds on a court of the day. */
export function takenHours(day: AdminDaySchedule, courtId: number): Set<number> {
  const court = day.courts.find((at) => at.court.id === courtId);
  const occupants = [...(court?.bookings ?? []), ...(court?.closures ?? [])];
  return new Set(occupants.flatMap((holder) => hoursOfSlots(holder.slots)));
}

/** The free half-hours without a gap from `hour` on. */
export function consecutiveFreeHours(
  day: AdminDaySchedule,
  courtId: number,
  hour: number,
  now: number,
): number[] {
  const taken = takenHours(day, courtId);
  const freeHours: number[] = [];
  for (const next of PLAYING_ORDER.slice(positionOf(hour))) {
    if (taken.has(next) || endInstantOf(day.date, next) <= now || freeHours.length === MAX_WALK_IN_SLOTS)
      break;
    freeHours.push(next);
  }
  return freeHours;
}
