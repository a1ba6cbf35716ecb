import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { listAlternatives, listNearestFree } from '../../src/domain/alternative-slots.ts';
import { PARTS_OF_DAY, slotIndexesOfPart } from '../../src/domain/part-of-day.ts';
import { BUSINESS_DAY_SLOTS, inPlayingOrder } from '../../src/domain/slot.ts';
import { listLoneSlots, loneSlotHint, selectRange, toggleSlot } from '../../src/domain/slot-selection.ts';
import { slotsError } from '../../src/domain/slot-selection-errors.ts';
import { DEFAULT_PLAN, OPEN_SLOTS } from '../support/default-day-plan.ts';

const ALL_SLOTS = new Set(OPEN_SLOTS);
const freeExcept = (...taken: number[]) =>
  new Set(OPEN_SLOTS.filter((slotIndex) => !taken.includes(slotIndex)));
const anySlotIndexes = fc.uniqueArray(fc.constantFrom(...OPEN_SLOTS)).map(inPlayingOrder);

test('toggling changes exactly one slot of any selection', () => {
  fc.assert(
    fc.property(anySlotIndexes, fc.constantFrom(...OPEN_SLOTS), (hours, slotIndex) => {
      const toggled = toggleSlot(hours, slotIndex);
      expect(toggled.includes(slotIndex)).toBe(!hours.includes(slotIndex));
      expect(toggleSlot(toggled, slotIndex)).toEqual(hours);
    }),
  );
});

describe('a range', () => {
  test('extends in both directions, also across midnight', () => {
    expect(selectRange(46, 1, ALL_SLOTS)).toEqual([46, 47, 0, 1]);
    expect(selectRange(1, 46, ALL_SLOTS)).toEqual([46, 47, 0, 1]);
  });
  test('ends before a taken slot', () => {
    expect(selectRange(36, 40, freeExcept(39))).toEqual([36, 37, 38]);
    expect(selectRange(40, 36, freeExcept(38))).toEqual([39, 40]);
    expect(selectRange(36, 40, freeExcept(36))).toEqual([]);
  });
});

describe('a lone slot', () => {
  test('lists the free neighbours that would make it an hour', () => {
    const [lone] = listLoneSlots([36], ALL_SLOTS);
    expect(lone && loneSlotHint(lone)).toBe(
      '6 PM alone is half an hour. Add 6:30 PM or 5:30 PM to make it one hour.',
    );
  });
  test('has one neighbour at the start and end of the day', () => {
    expect(listLoneSlots([14, 7], ALL_SLOTS)).toEqual([
      { slotIndex: 14, neighbours: [15] },
      { slotIndex: 7, neighbours: [6] },
    ]);
  });
  test('between two bookings gets the hint to choose another time', () => {
    const [lone] = listLoneSlots([36], freeExcept(35, 37));
    expect(lone && loneSlotHint(lone)).toContain('both its neighbours are taken');
  });
});

describe('the nearest free times', () => {
  test('moves only the block that is taken', () => {
    expect(listAlternatives([34, 35, 40, 41], freeExcept(40, 41), 2)).toEqual([
      [34, 35, 42, 43],
      [34, 35, 38, 39],
    ]);
    expect(listAlternatives([34, 35, 40, 41], freeExcept(), 2)).toEqual([[34, 35, 40, 41]]);
    // The block that stays is not offered a second time.
    expect(listAlternatives([38, 39, 41, 42], freeExcept(41), 1)).toEqual([[38, 39, 42, 43]]);
  });

  test('are sorted by distance, later before earlier', () => {
    expect(listNearestFree([40, 41], freeExcept(40, 41), 3)).toEqual([
      [42, 43],
      [38, 39],
      [43, 44],
    ]);
  });
  test('keep the pattern, are free and are valid', () => {
    fc.assert(
      fc.property(fc.nat(36), fc.integer({ min: 2, max: 6 }), anySlotIndexes, (start, count, taken) => {
        const hours = OPEN_SLOTS.slice(start, start + count);
        const open = freeExcept(...taken);
        for (const found of listNearestFree(hours, open, 3)) {
          expect(found.every((slotIndex) => open.has(slotIndex))).toBe(true);
          expect(found).toHaveLength(hours.length);
          expect(slotsError(found, DEFAULT_PLAN)).toBeNull();
        }
      }),
    );
  });
});

test('the parts of the day contain each slot once, in playing order', () => {
  expect(PARTS_OF_DAY.flatMap(slotIndexesOfPart)).toEqual([...BUSINESS_DAY_SLOTS]);
});
