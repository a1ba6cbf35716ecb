import { describe, expect, test } from 'bun:test';
import type { DayRule } from '../../src/domain/calendar.ts';
import { dayPlanOf, openSlotsOf } from '../../src/domain/day-plan.ts';
import { DEFAULT_CALENDAR, DEFAULT_DAY } from '../../src/domain/default-calendar.ts';
import { priceOf } from '../../src/domain/price.ts';
import { groupColumns, isChanged, largestJump, priceChanges } from '../../src/domain/price-changes.ts';

const COURT = { court_id: 1, name: 'Court 1 - Premium', before: 5000, after: 5000 };
const RATE = { court_id: 1, hourly_rate: 5000 };
const slotsOf = (rule: DayRule) => openSlotsOf(rule).slots;
const withPeak = (discount: number): DayRule => ({
  ...DEFAULT_DAY,
  bands: DEFAULT_DAY.bands.map((band) => (band.tier === 'peak' ? { ...band, discount } : band)),
});

describe('what customers will see of a change', () => {
  test('shows old next to new, parts of one price together, and closed hours', () => {
    const shorter: DayRule = { ...DEFAULT_DAY, hours: [], bands: DEFAULT_DAY.bands.slice(1, 3) };
    expect(priceChanges(slotsOf(DEFAULT_DAY), slotsOf(shorter), [COURT])).toEqual([
      { timeRange: '7 AM – 10 AM', prices: [{ before: 4000, after: null }] },
      { timeRange: '10 AM – 6 PM', prices: [{ before: 4000, after: 4000 }] },
      { timeRange: '6 PM – 2 AM', prices: [{ before: 5000, after: 5000 }] },
      { timeRange: '2 AM – 4 AM', prices: [{ before: 4000, after: null }] },
    ]);
    const same = priceChanges(slotsOf(DEFAULT_DAY), slotsOf(DEFAULT_DAY), [COURT]);
    expect([same.length, same.some(isChanged)]).toEqual([3, false]);
  });

  test('has one column for courts that cost the same, and another for one with its own price', () => {
    const courts = [
      COURT,
      { ...COURT, court_id: 2, name: 'Court 2 - Grade' },
      { ...COURT, court_id: 3, name: 'Court 3' },
    ];
    const ownPeak: DayRule = {
      ...DEFAULT_DAY,
      bands: DEFAULT_DAY.bands.map((band) =>
        band.tier === 'peak' ? { ...band, court_discounts: { 2: -2000 } } : band,
      ),
    };
    const changes = priceChanges(slotsOf(DEFAULT_DAY), slotsOf(ownPeak), courts);
    expect(changes.filter(isChanged)).toEqual([
      {
        timeRange: '6 PM – 2 AM',
        prices: [
          { before: 5000, after: 5000 },
          { before: 5000, after: 7000 },
          { before: 5000, after: 5000 },
        ],
      },
    ]);
    expect(groupColumns(changes, courts)).toEqual([
      { label: 'Court 1, Court 3', at: 0 },
      { label: 'Court 2', at: 1 },
    ]);
    expect(groupColumns(changes.slice(0, 1), courts)).toEqual([{ label: 'Every court', at: 0 }]);
    expect(largestJump(changes)).toEqual({ before: 5000, after: 7000 });
  });

  test('mentions the largest change if it is more than a third, and none of exactly a third', () => {
    const jumpTo = (price: number) =>
      largestJump(
        priceChanges(slotsOf(DEFAULT_DAY), slotsOf(withPeak(6000 - price)), [
          { ...COURT, before: 6000, after: 6000 },
        ]),
      );
    expect(jumpTo(8000)).toBeNull();
    expect(jumpTo(4000)).toBeNull();
    expect(jumpTo(8001)).toEqual({ before: 6000, after: 8001 });
    expect(jumpTo(3999)).toEqual({ before: 6000, after: 3999 });
    const rate = { ...COURT, court_id: 2, after: 11_000 };
    expect(largestJump(priceChanges(slotsOf(DEFAULT_DAY), slotsOf(DEFAULT_DAY), [COURT, rate]))).toEqual({
      before: 4000,
      after: 10_000,
    });
  });
});

test('a more expensive hour just has its price, a cheaper one the specified discount', () => {
  const day = withPeak(-1000);
  const week = { ...DEFAULT_CALENDAR.week, saturday: day };
  const plan = dayPlanOf({ ...DEFAULT_CALENDAR, week }, '2026-11-21');
  expect(priceOf([40, 41, 42], RATE, plan).lines).toEqual([{ label: 'Court', amount: 9000 }]);
  expect(priceOf([20, 21], RATE, plan).lines).toEqual([
    { label: 'Court', amount: 5000 },
    { label: 'Discount (Start time)', amount: -1000 },
  ]);
});
