import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { DayRule } from '../../src/domain/calendar.ts';
import type { PlannedSlot } from '../../src/domain/day-plan.ts';
import { DEFAULT_CALENDAR, DEFAULT_DAY } from '../../src/domain/default-calendar.ts';
import { weekdayGroups } from '../../src/domain/opening-hours.ts';
import { startPrice } from '../../src/domain/price.ts';
import { startsLabel } from '../../src/domain/pricing-bands.ts';
import { groupCourts, weekPrices, weekSaving } from '../../src/domain/week-prices.ts';
import { COURT_IDS, randomCalendar } from '../support/random-calendar.ts';

const [ONE, TWO] = [
  { court_id: 1, hourly_rate: 5000 },
  { court_id: 2, hourly_rate: 5000 },
];
const withBands = (change: (tier: string) => object): DayRule => ({
  ...DEFAULT_DAY,
  bands: DEFAULT_DAY.bands.map((band) => ({ ...band, ...change(band.tier) })),
});
const everyDay = (day: DayRule) => [{ weekdays: ['monday' as const], slots: weekOf(day) }];
const weekOf = (day: DayRule) =>
  weekdayGroups({ ...DEFAULT_CALENDAR, week: { ...DEFAULT_CALENDAR.week, monday: day } }, '').find(
    ({ weekdays }) => weekdays.includes('monday'),
  )?.slots ?? [];

describe('what pages say about a week of prices', () => {
  test('is the rate, the specified discount and its starts with the default calendar', () => {
    const week = weekdayGroups(DEFAULT_CALENDAR, '2026-11-20');
    const { lowestStarts, ...prices } = weekPrices(week, ONE);
    expect(prices).toEqual({ usual: 5000, lowest: 4000, highest: 5000 });
    expect(startsLabel(lowestStarts)).toBe('in the morning or off-peak');
    const saving = weekSaving(week, [ONE, TWO]);
    expect([saving?.amount, startsLabel(saving?.starts ?? [])]).toEqual([1000, 'in the morning or off-peak']);
    expect(groupCourts(week, [ONE, TWO])).toEqual([[ONE, TWO]]);
    expect(weekSaving(week, [])).toBeNull();
  });

  test('names the starts of the largest saving only', () => {
    const week = everyDay(withBands((tier) => (tier === 'morning' ? { discount: 1500 } : {})));
    expect(startsLabel(weekPrices(week, ONE).lowestStarts)).toBe('in the morning');
    const saving = weekSaving(week, [ONE]);
    expect([saving?.amount, startsLabel(saving?.starts ?? [])]).toEqual([1500, 'in the morning']);
  });

  test('compares with the peak hours of the same day, and says the least that is saved', () => {
    const weekend = withBands((tier) => ({
      discount: { morning: 500, off_peak: 0, peak: -1500 }[tier] ?? 0,
    }));
    const [weekdays, dear] = [everyDay(DEFAULT_DAY), everyDay(weekend)];
    const saving = (week: typeof weekdays) => {
      const { starts = [], ...rest } = weekSaving(week, [ONE]) ?? {};
      return { ...rest, starts: startsLabel(starts) };
    };
    expect(saving(dear)).toEqual({ amount: 2000, isLeast: false, starts: 'in the morning' });
    const both = { amount: 1000, isLeast: true, starts: 'in the morning or off-peak' };
    expect(saving([...weekdays, ...dear])).toEqual(both);
    // A day that is cheaper throughout saves compared with the others.
    const cheap = everyDay(withBands(() => ({ tier: 'off_peak', discount: 1000 })));
    expect(saving([...weekdays, ...cheap])).toEqual({ ...both, isLeast: false });
    const usualOffPeak = everyDay(withBands((tier) => (tier === 'off_peak' ? { discount: 0 } : {})));
    expect(saving([...weekdays, ...usualOffPeak])).toEqual({
      amount: 1000,
      isLeast: false,
      starts: 'in the morning',
    });
  });

  test('knows the most expensive hour of each court, and what is saved on all of them', () => {
    const week = everyDay(
      withBands((tier) => ({
        court_discounts: { 2: { morning: -200, off_peak: -500, peak: -2000 }[tier] ?? 0 },
      })),
    );
    const [first, second] = [weekPrices(week, ONE), weekPrices(week, TWO)];
    expect([first.usual, first.lowest, first.highest]).toEqual([5000, 4000, 5000]);
    // No start costs the second court's rate; most cost 5,500.
    expect([second.usual, second.lowest, second.highest]).toEqual([5500, 5200, 7000]);
    expect(weekSaving(week, [ONE])?.amount).toBe(1000);
    expect(weekSaving(week, [ONE, TWO])).toMatchObject({ amount: 1000, isLeast: true });
    expect(weekSaving(everyDay(withBands(() => ({ discount: 0 }))), [ONE, TWO])).toBeNull();
    expect(groupCourts(week, [ONE, TWO])).toEqual([[ONE], [TWO]]);
  });

  test('is true of every start of any calendar', () => {
    fc.assert(
      fc.property(randomCalendar, (calendar) => {
        const week = weekdayGroups(calendar, '2026-11-20');
        const courts = COURT_IDS.map((court_id) => ({ court_id, hourly_rate: 2500 * court_id }));
        const slots = week.flatMap((group) => group.slots);
        for (const court of courts) {
          const { usual, lowest, highest, lowestStarts } = weekPrices(week, court);
          const prices = slots.map((slot) => startPrice(court, slot));
          if (prices.length === 0) {
            expect([usual, lowest, highest]).toEqual(Array(3).fill(court.hourly_rate));
            continue;
          }
          expect([Math.min(...prices), Math.max(...prices)]).toEqual([lowest, highest]);
          expect(prices).toContain(usual);
          expect(slots.filter((_, at) => prices[at] === lowest)).toEqual(lowestStarts);
        }
        const saving = weekSaving(week, courts);
        const { amount, isLeast, starts } = saving ?? { amount: 0, isLeast: true, starts: [] };
        const saved = week.flatMap((group) =>
          courts.flatMap((court) => {
            const prices = group.slots.map((slot) => startPrice(court, slot));
            const dearest = Math.max(weekPrices(week, court).usual, ...prices);
            return prices
              .filter((_, at) => starts.includes(group.slots[at] as PlannedSlot))
              .map((price) => dearest - price);
          }),
        );
        for (const one of saved) expect(isLeast ? one >= amount : one === amount).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
