import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { addDays, businessDayOf, clubTimestamp } from '../../src/domain/business-day.ts';
import { buildDaySlots, consecutiveOpenSlots, isOpen } from '../../src/domain/day-plan.ts';
import {
  blockLabel,
  blocksOf,
  bookableBlocks,
  calendarDateOf,
  endInstantOf,
  inPlayingOrder,
  isPast,
  positionOf,
  slotIndexOf,
  slotsFrom,
  startInstantOf,
  startsOf,
  startTimeOf,
  timeLabel,
} from '../../src/domain/slot.ts';
import { DEFAULT_PLAN, OPEN_SLOTS } from '../support/default-day-plan.ts';

const anySlotIndexes = fc.uniqueArray(fc.constantFrom(...OPEN_SLOTS), { maxLength: 42 });

describe('slots', () => {
  test('a business day has 42 slots, from 7 AM to 3:30 AM', () => {
    expect(OPEN_SLOTS).toHaveLength(42);
    expect(OPEN_SLOTS.map(startTimeOf).join(' ')).toBe(
      [
        ...Array.from({ length: 34 }, (_, at) => startTimeOf(at + 14)),
        ...['00:00', '00:30', '01:00', '01:30', '02:00', '02:30', '03:00', '03:30'],
      ].join(' '),
    );
  });

  test.each([
    [14, '07:00', '7 AM'],
    [23, '11:30', '11:30 AM'],
    [24, '12:00', '12 PM'],
    [25, '12:30', '12:30 PM'],
    [47, '23:30', '11:30 PM'],
    [0, '00:00', '12 AM'],
    [1, '00:30', '12:30 AM'],
    [7, '03:30', '3:30 AM'],
  ])('slot %d starts at %s and has the label %s', (hour, startTime, label) => {
    expect(startTimeOf(hour)).toBe(startTime);
    expect(slotIndexOf(startTime)).toBe(hour);
    expect(timeLabel(hour)).toBe(label);
  });

  test.each(['24:00', '7:00', '07:15', '-1:30', '', '18:00:00', '١٨:٠٠'])('"%s" is not a slot', (text) => {
    expect(slotIndexOf(text)).toBeNull();
  });

  test.each([8, 9, 13, -1, 48, 1.5, Number.NaN])('the club is closed at slot %d', (hour) => {
    expect(isOpen(DEFAULT_PLAN, hour)).toBe(false);
  });

  test.each([
    ['07:00', 'morning'],
    ['09:30', 'morning'],
    ['10:00', 'off_peak'],
    ['17:30', 'off_peak'],
    ['18:00', 'peak'],
    ['23:30', 'peak'],
    ['00:00', 'peak'],
    ['01:30', 'peak'],
    ['02:00', 'off_peak'],
    ['03:30', 'off_peak'],
  ])('%s is %s', (startTime, tier) => {
    expect(DEFAULT_PLAN.bySlotIndex.get(slotIndexOf(startTime) ?? -1)?.tier).toBe(tier as 'peak');
  });

  test('00:00 follows 23:30, and labels and dates cross midnight', () => {
    const [block, ...more] = blocksOf([0, 47]);
    expect(more).toEqual([]);
    expect(block && blockLabel(block)).toBe('11:30 PM – 12:30 AM');
    expect(blocksOf([47, 14]).map((one) => one.slotIndexes)).toEqual([[14], [47]]);
    expect(calendarDateOf('2026-12-31', 47)).toBe('2026-12-31');
    expect(calendarDateOf('2026-12-31', 0)).toBe('2027-01-01');
  });

  test('a start has as many free slots after it as the play is long', () => {
    const free = [36, 37, 38, 40, 46, 47, 0];
    expect(startsOf(free)).toEqual([36, 37, 46, 47]);
    expect(startsOf(free, 3)).toEqual([36, 46]);
    expect(startsOf(free, 4)).toEqual([]);
    expect(slotsFrom(47, 3)).toEqual([47, 0, 1]);
  });

  test('consecutive slots never leave the opening hours', () => {
    expect(consecutiveOpenSlots(DEFAULT_PLAN, '23:30', 2)).toEqual([47, 0]);
    expect(consecutiveOpenSlots(DEFAULT_PLAN, '03:00', 2)).toEqual([6, 7]);
    expect(consecutiveOpenSlots(DEFAULT_PLAN, '03:30', 2)).toBeNull();
    expect(consecutiveOpenSlots(DEFAULT_PLAN, '04:00', 2)).toBeNull();
    expect(consecutiveOpenSlots(DEFAULT_PLAN, '06:30', 2)).toBeNull();
    expect(consecutiveOpenSlots(DEFAULT_PLAN, '07:00', 42)).toEqual([...OPEN_SLOTS]);
    expect(consecutiveOpenSlots(DEFAULT_PLAN, '07:00', 43)).toBeNull();
    expect(consecutiveOpenSlots(DEFAULT_PLAN, '07:30', 42)).toBeNull();
  });

  test('a slot is past from its start on', () => {
    const start = Date.parse('2026-11-21T00:30:00+05:00');
    expect(isPast('2026-11-20', 1, start - 1)).toBe(false);
    expect(isPast('2026-11-20', 1, start)).toBe(true);
  });

  test("a day's slots show which are free", () => {
    const now = Date.parse('2026-11-20T18:10:00+05:00');
    const slots = buildDaySlots(DEFAULT_PLAN, new Set([38, 39]), now);
    const state = Object.fromEntries(slots.map((slot) => [slot.start_time, [slot.available, slot.isPast]]));
    expect(state['18:00']).toEqual([false, true]);
    expect(state['18:30']).toEqual([true, false]);
    expect(state['19:00']).toEqual([false, false]);
    expect(state['03:30']).toEqual([true, false]);
  });

  test('day, label and instant agree for every slot of a year', () => {
    for (let day = 0; day < 366; day += 1) {
      const date = addDays('2027-12-01', day);
      let previousEnd = startInstantOf(date, 14);
      for (const hour of OPEN_SLOTS) {
        const start = startInstantOf(date, hour);
        expect(start).toBe(previousEnd);
        previousEnd = endInstantOf(date, hour);
        expect(businessDayOf(start)).toBe(date);
        expect(businessDayOf(previousEnd - 1)).toBe(date);
        expect(clubTimestamp(start).slice(0, 16)).toBe(`${calendarDateOf(date, hour)}T${startTimeOf(hour)}`);
        const [, clock, half = '00'] = /^(\d+)(?::(30))? [AP]M$/.exec(timeLabel(hour)) ?? [];
        expect(`${Number(clock) % 12}:${half}`).toBe(
          `${Number(startTimeOf(hour).slice(0, 2)) % 12}:${startTimeOf(hour).slice(3)}`,
        );
        expect(timeLabel(hour).endsWith('AM')).toBe(startTimeOf(hour) < '12:00');
      }
      expect(startInstantOf(addDays(date, 1), 14) - previousEnd).toBe(3 * 60 * 60_000);
    }
  });

  test('blocks contain each slot once, without gaps inside a block and with one between blocks', () => {
    fc.assert(
      fc.property(anySlotIndexes, (hours) => {
        const blocks = blocksOf(hours);
        expect(blocks.flatMap((block) => block.slotIndexes)).toEqual(inPlayingOrder(hours));
        for (const block of blocks) {
          for (const [at, hour] of block.slotIndexes.entries()) {
            expect(positionOf(hour)).toBe(positionOf(block.first) + at);
          }
        }
        for (const [at, block] of blocks.entries()) {
          const next = blocks[at + 1];
          if (next) expect(positionOf(next.first)).toBeGreaterThan(positionOf(block.last) + 1);
        }
      }),
    );
  });
});

test('free half-hours are bookable from one hour on, also over midnight', () => {
  const blocks = (...free: number[]) => bookableBlocks(free).map(({ slotIndexes }) => slotIndexes);
  expect(blocks(36)).toEqual([]);
  expect(blocks(36, 37)).toEqual([[36, 37]]);
  expect(blocks(0, 47, 40, 37, 36, 20)).toEqual([
    [36, 37],
    [47, 0],
  ]);
  expect(startsOf([0, 1, 47, 40, 36, 37])).toEqual([36, 47, 0]);
  expect(startsOf([36, 37, 38], 3)).toEqual([36]);
  expect(startsOf([36, 37], 3)).toEqual([]);
});
