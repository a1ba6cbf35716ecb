import { expect, test } from 'bun:test';
import type { AdminDaySchedule } from '../../src/domain/api/day-routes.ts';
import { blockLabel, startInstantOf, startTimeOf } from '../../src/domain/slot.ts';
import {
  bookableHours,
  firstFreeSlot,
  freeBlocks,
  freeStarts,
  nextTakenSlot,
} from '../../web/admin/day/free-slots.ts';
import { DEFAULT_PLAN } from '../support/default-day-plan.ts';

const DATE = '2026-11-20';
const EIGHT_PM = 40;
const MINUTE = 60_000;

/** The day of two courts whose slots of these indexes are closed. */
function dayOf(...closed: (readonly number[])[]): AdminDaySchedule {
  const courts = [1, 2].map((id, at) => ({
    court: {
      id,
      name: `Court ${id} - Hall`,
      hourly_rate: 4000,
      active: true,
      image_url: '',
      description: '',
      features: [],
      sort_order: id,
    },
    bookings: [],
    closures: [
      { id, court_id: id, date: DATE, slots: (closed[at] ?? []).map(startTimeOf), reason: 'Tournament' },
    ],
    offers: [],
  }));
  return { date: DATE, today: DATE, courts } as unknown as AdminDaySchedule;
}
const proposal = (day: AdminDaySchedule, minutes: number) => {
  const courts = day.courts.map(({ court }) => court);
  const slot = firstFreeSlot(day, DEFAULT_PLAN, courts, startInstantOf(DATE, EIGHT_PM) + minutes * MINUTE);
  return slot && [slot.court.id, slot.slotIndex];
};

test.each([
  [0, EIGHT_PM],
  [10, EIGHT_PM],
  [25, EIGHT_PM],
  [26, EIGHT_PM + 1],
  [29, EIGHT_PM + 1],
])('%d minutes into a half-hour a walk-in is proposed from slot %d', (minutes, slotIndex) => {
  expect(proposal(dayOf(), minutes)).toEqual([1, slotIndex]);
});

test('a walk-in is proposed a later hour before an earlier half-hour', () => {
  // Court 1 is free for half an hour, court 2 from 9 PM on.
  const day = dayOf([41, 42, 43, 44, 45, 46, 47, 0, 1, 2, 3, 4, 5, 6, 7], [40, 41]);
  expect(proposal(day, 0)).toEqual([2, 42]);
  const full = dayOf(
    [41, 42, 43, 44, 45, 46, 47, 0, 1, 2, 3, 4, 5, 6, 7],
    [40, 41, 42, 43, 44, 45, 46, 47, 0, 1, 2, 3, 4, 5, 6, 7],
  );
  expect(proposal(full, 0)).toEqual([1, 40]);
  expect(proposal(full, 25)).toEqual([1, 40]);
  expect(proposal(full, 26)).toBeNull();
});

test('a start that can be chosen has an hour free from it on and has not long begun', () => {
  const day = dayOf([41, 44, 45, 46, 47, 0, 1, 2, 3]);
  const starts = (minutes: number, active = true) => {
    const court = { ...day.courts[0]?.court, active } as Parameters<typeof freeStarts>[2];
    return freeStarts(day, DEFAULT_PLAN, court, startInstantOf(DATE, EIGHT_PM) + minutes * MINUTE);
  };
  expect(starts(0)).toEqual([42, 4, 5, 6]);
  expect(starts(85)).toEqual([42, 4, 5, 6]);
  expect(starts(86)).toEqual([4, 5, 6]);
  expect(starts(0, false)).toEqual([]);
});

test('free times are an hour and longer and have not begun', () => {
  // Free on court 1: 8 PM for half an hour, 9 PM for an hour, the last two hours.
  const day = dayOf([41, 44, 45, 46, 47, 0, 1, 2, 3]);
  const labels = (minutes: number) =>
    freeBlocks(day, DEFAULT_PLAN, 1, startInstantOf(DATE, EIGHT_PM) + minutes * MINUTE).map(blockLabel);
  expect(labels(0)).toEqual(['9 PM – 10 PM', '2 AM – 4 AM']);
  expect(labels(61)).toEqual(['2 AM – 4 AM']);
  // The half-hour alone at 8 PM is no free time on the grid either; the hour that runs is.
  const hours = (minutes: number) =>
    [...bookableHours(day, DEFAULT_PLAN, 1, startInstantOf(DATE, EIGHT_PM) + minutes * MINUTE)].slice(0, 2);
  expect(hours(0)).toEqual([42, 43]);
  expect(hours(70)).toEqual([42, 43]);
});

test('a court is free until whatever takes it next, also until a closure', () => {
  const day = dayOf([42, 43], []);
  expect(nextTakenSlot(day, 1, EIGHT_PM)).toBe(42);
  expect(nextTakenSlot(day, 1, 42)).toBe(43);
  expect(nextTakenSlot(day, 1, 43)).toBeUndefined();
  expect(nextTakenSlot(day, 2, EIGHT_PM)).toBeUndefined();
});
