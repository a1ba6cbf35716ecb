import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { refuseShape } from '../../src/domain/booking.ts';
import { hoursOfPart, PARTS_OF_DAY } from '../../src/domain/part-of-day.ts';
import {
  explainLone,
  lengthen,
  loneHours,
  nearestFree,
  stretch,
  toggleHour,
} from '../../src/domain/selection.ts';
import { inPlayingOrder, PLAYING_ORDER } from '../../src/domain/slot.ts';

const ALL = new Set(PLAYING_ORDER);
const free = (...taken: number[]) => new Set(PLAYING_ORDER.filter((hour) => !taken.includes(hour)));
const someHours = fc.uniqueArray(fc.constantFrom(...PLAYING_ORDER)).map(inPlayingOrder);

test('a tap toggles exactly one half-hour, whatever is chosen already', () => {
  fc.assert(
    fc.property(someHours, fc.constantFrom(...PLAYING_ORDER), (hours, hour) => {
      const toggled = toggleHour(hours, hour);
      expect(toggled.includes(hour)).toBe(!hours.includes(hour));
      expect(toggleHour(toggled, hour)).toEqual(hours);
    }),
  );
});

describe('a range', () => {
  test('runs both ways, also over midnight', () => {
    expect(stretch(46, 1, ALL)).toEqual([46, 47, 0, 1]);
    expect(stretch(1, 46, ALL)).toEqual([46, 47, 0, 1]);
  });
  test('ends before what somebody else has', () => {
    expect(stretch(36, 40, free(39))).toEqual([36, 37, 38]);
    expect(stretch(40, 36, free(38))).toEqual([39, 40]);
    expect(stretch(36, 40, free(36))).toEqual([]);
  });
});

describe('a lone half-hour', () => {
  test('names the neighbours that would complete the hour', () => {
    const [lone] = loneHours([36], ALL);
    expect(lone && explainLone(lone)).toBe(
      '6:00 PM alone is half an hour. Add 6:30 PM or 5:30 PM to make it one hour.',
    );
  });
  test('at the edges of the day has one neighbour', () => {
    expect(loneHours([14, 7], ALL)).toEqual([
      { hour: 14, neighbours: [15] },
      { hour: 7, neighbours: [6] },
    ]);
  });
  test('between two bookings is said to be hopeless', () => {
    const [lone] = loneHours([36], free(35, 37));
    expect(lone && explainLone(lone)).toContain('both its neighbours are taken');
  });
});

test('a block is made longer forwards first, then backwards, and not at all without room', () => {
  expect(lengthen([36], 3, ALL)).toEqual([36, 37, 38]);
  expect(lengthen([36, 37], 3, free(38))).toEqual([35, 36, 37]);
  expect(lengthen([36], 3, free(37, 34))).toBeNull();
  expect(lengthen([36, 37, 38], 3, ALL)).toBeNull();
  expect(lengthen([36, 40], 3, ALL)).toBeNull();
});

describe('the nearest free times', () => {
  test('come nearest first, later before earlier', () => {
    expect(nearestFree([40, 41], free(40, 41), 3)).toEqual([
      [42, 43],
      [38, 39],
      [43, 44],
    ]);
  });
  test('keep the pattern, are free and can be booked', () => {
    fc.assert(
      fc.property(fc.nat(36), fc.integer({ min: 2, max: 6 }), someHours, (start, count, taken) => {
        const hours = PLAYING_ORDER.slice(start, start + count);
        const open = free(...taken);
        for (const found of nearestFree(hours, open, 3)) {
          expect(found.every((hour) => open.has(hour))).toBe(true);
          expect(found).toHaveLength(hours.length);
          expect(refuseShape(found)).toBeNull();
        }
      }),
    );
  });
});

test('the parts of the day hold each half-hour once, in playing order', () => {
  expect(PARTS_OF_DAY.flatMap(hoursOfPart)).toEqual([...PLAYING_ORDER]);
});
