import type { AdminDaySchedule } from '../../../src/domain/api/day-routes.ts';
import type { Court } from '../../../src/domain/court.ts';
import { type DayPlan, isOpen } from '../../../src/domain/day-plan.ts';
import { BUSINESS_DAY_SLOTS, endInstantOf, positionOf } from '../../../src/domain/slot.ts';
import type { Offer } from '../../../src/domain/waitlist.ts';
import { hoursOfSlots } from '../date-time-labels.ts';
import type { FreeSlot } from './day-grid.tsx';

/** An offer and the customer who has it. */
export type OfferHolder = Offer & { name: string };

/** The longest walk-in: four hours. */
const MAX_WALK_IN_SLOTS = 8;

/** The first slot from now on that is free on one of the courts; null when the day has none. */
export function firstFreeSlot(
  day: AdminDaySchedule,
  plan: DayPlan,
  courts: readonly Court[],
  now: number,
): FreeSlot | null {
  const free = courts.map((court) => ({ court, taken: takenHours(day, court.id) }));
  for (const hour of BUSINESS_DAY_SLOTS) {
    if (!isOpen(plan, hour) || endInstantOf(day.date, hour) <= now) continue;
    const at = free.find(({ taken }) => !taken.has(hour));
    if (at) return { court: at.court, hour };
  }
  return null;
}

/** The slots that bookings, closures and offers take on a court of the day, without those of `offer`. */
function takenHours(day: AdminDaySchedule, courtId: number, offer?: OfferHolder): Set<number> {
  const court = day.courts.find((at) => at.court.id === courtId);
  const offers = court?.offers.filter(({ id }) => id !== offer?.id) ?? [];
  const occupants = [...(court?.bookings ?? []), ...(court?.closures ?? []), ...offers];
  return new Set(occupants.flatMap((holder) => hoursOfSlots(holder.slots)));
}

/** The free slots from `hour` up to the first one that is taken. */
export function consecutiveFreeHours(
  day: AdminDaySchedule,
  plan: DayPlan,
  courtId: number,
  hour: number,
  now: number,
  offer?: OfferHolder,
): number[] {
  const taken = takenHours(day, courtId, offer);
  const freeHours: number[] = [];
  for (const next of BUSINESS_DAY_SLOTS.slice(positionOf(hour))) {
    const isFree = isOpen(plan, next) && !taken.has(next) && endInstantOf(day.date, next) > now;
    if (!isFree || freeHours.length === MAX_WALK_IN_SLOTS) break;
    freeHours.push(next);
  }
  return freeHours;
}
