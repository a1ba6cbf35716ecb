import type { AdminDaySchedule } from '../../../src/domain/api/day-routes.ts';
import type { Offer } from '../../../src/domain/api/waitlist-routes.ts';
import type { Court } from '../../../src/domain/court.ts';
import { type DayPlan, isOpen } from '../../../src/domain/day-plan.ts';
import {
  BUSINESS_DAY_SLOTS,
  bookableBlocks,
  endInstantOf,
  MINIMUM_SLOTS,
  positionOf,
  startInstantOf,
} from '../../../src/domain/slot.ts';
import { hoursOfSlots } from '../date-time-labels.ts';
import type { FreeSlot } from './day-grid.tsx';

/** An offer and the customer who has it. */
export type OfferHolder = Offer & { name: string };

/** The longest walk-in: four hours. */
const MAX_WALK_IN_SLOTS = 8;

/** A half-hour can begin late, until five minutes before its end. */
const LATEST_ENTRY_MS = 25 * 60_000;

/** True if a booking at the reception may still begin with this slot. */
function canStillBegin(date: string, slotIndex: number, now: number): boolean {
  return startInstantOf(date, slotIndex) + LATEST_ENTRY_MS >= now;
}

/**
 * The first slot from now on with an hour free on one of the courts, otherwise half an hour; null if there is none.
 */
export function firstFreeSlot(
  day: AdminDaySchedule,
  plan: DayPlan,
  courts: readonly Court[],
  now: number,
): FreeSlot | null {
  const starts = BUSINESS_DAY_SLOTS.filter((slotIndex) => canStillBegin(day.date, slotIndex, now));
  for (const shortest of [MINIMUM_SLOTS, 1]) {
    for (const slotIndex of starts) {
      const court = courts.find(
        ({ id }) => consecutiveFreeHours(day, plan, id, slotIndex, now).length >= shortest,
      );
      if (court) return { court, slotIndex };
    }
  }
  return null;
}

/** Slots at which a customer can begin to play for an hour. */
export function freeStarts(
  day: AdminDaySchedule,
  plan: DayPlan,
  { id, active }: Court,
  now: number,
  offer?: OfferHolder,
): number[] {
  return BUSINESS_DAY_SLOTS.filter(
    (slotIndex) =>
      active &&
      canStillBegin(day.date, slotIndex, now) &&
      consecutiveFreeHours(day, plan, id, slotIndex, now, offer).length >= MINIMUM_SLOTS,
  );
}

/** A court's free times of an hour or longer that have not begun, as blocks of slots. */
export function freeBlocks(day: AdminDaySchedule, plan: DayPlan, courtId: number, now: number) {
  const free = freeHours(day, plan, courtId, now);
  return bookableBlocks(free.filter((slotIndex) => startInstantOf(day.date, slotIndex) >= now));
}

/** A court's slots that are part of a free hour, including the current one. */
export function bookableHours(day: AdminDaySchedule, plan: DayPlan, courtId: number, now: number) {
  const blocks = bookableBlocks(freeHours(day, plan, courtId, now));
  return new Set(blocks.flatMap(({ slotIndexes }) => slotIndexes));
}

/** A court's slots that are open, not over and not taken; those of `offer` count as free. */
function freeHours(
  day: AdminDaySchedule,
  plan: DayPlan,
  courtId: number,
  now: number,
  offer?: OfferHolder,
): number[] {
  const taken = takenSlots(day, courtId, offer);
  return BUSINESS_DAY_SLOTS.filter(
    (slotIndex) =>
      isOpen(plan, slotIndex) && !taken.has(slotIndex) && endInstantOf(day.date, slotIndex) > now,
  );
}

/** The next slot after `slotIndex` that something takes on the court; undefined if nothing does. */
export function nextTakenSlot(day: AdminDaySchedule, courtId: number, slotIndex: number): number | undefined {
  const taken = takenSlots(day, courtId);
  return BUSINESS_DAY_SLOTS.slice(positionOf(slotIndex) + 1).find((next) => taken.has(next));
}

function takenSlots(day: AdminDaySchedule, courtId: number, offer?: OfferHolder): ReadonlySet<number> {
  const court = day.courts.find((at) => at.court.id === courtId);
  const offers = court?.offers.filter(({ id }) => id !== offer?.id) ?? [];
  const occupants = [
    ...(court?.bookings ?? []),
    ...(court?.closures ?? []),
    ...(court?.sessions ?? []),
    ...offers,
  ];
  return new Set(occupants.flatMap((holder) => hoursOfSlots(holder.slots)));
}

/** The free slots from `slotIndex` up to the first that is taken, at most a walk-in's length. */
export function consecutiveFreeHours(
  day: AdminDaySchedule,
  plan: DayPlan,
  courtId: number,
  slotIndex: number,
  now: number,
  offer?: OfferHolder,
): number[] {
  const free = new Set(freeHours(day, plan, courtId, now, offer));
  const later = BUSINESS_DAY_SLOTS.slice(positionOf(slotIndex), positionOf(slotIndex) + MAX_WALK_IN_SLOTS);
  const end = later.findIndex((next) => !free.has(next));
  return end < 0 ? later : later.slice(0, end);
}
