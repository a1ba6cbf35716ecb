import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { WEEKDAYS } from '../../src/domain/business-day.ts';
import type { DayRule } from '../../src/domain/calendar.ts';
import { calendarErrors } from '../../src/domain/calendar-errors.ts';
import type { CourtRate } from '../../src/domain/court.ts';
import { openSlotsOf } from '../../src/domain/day-plan.ts';
import { DEFAULT_CALENDAR, DEFAULT_DAY } from '../../src/domain/default-calendar.ts';
import { startPrice } from '../../src/domain/price.ts';
import { PRICING_TIERS, type PricingTier } from '../../src/domain/slot.ts';
import { rankAbove, TEMPLATES, withException } from '../../web/admin/calendar/exceptions.ts';
import {
  cellsOf,
  changePrice,
  type DayCells,
  type Paint,
  paintRange,
  ruleOf,
} from '../../web/shared/painted-cells.ts';

const COURTS = [
  { court_id: 1, hourly_rate: 5000 },
  { court_id: 2, hourly_rate: 4000 },
  { court_id: 3, hourly_rate: 5000 },
];
const discount = fc.constantFrom(0, 500, 1000);
const paint: fc.Arbitrary<Paint> = fc.option(
  fc.record(
    {
      tier: fc.constantFrom(...PRICING_TIERS),
      discount,
      // The fourth court is retired.
      court_discounts: fc.record({ 2: discount, 4: discount }, { requiredKeys: [] }),
    },
    { requiredKeys: ['tier', 'discount'] },
  ),
);

describe('a painted day', () => {
  test('is the rule that it was read from', () => {
    expect(ruleOf(cellsOf(DEFAULT_DAY))).toEqual(DEFAULT_DAY);
    expect(ruleOf(cellsOf({ open: false }))).toEqual({ open: false });
  });

  test('of any cells has the painted slots, tiers and discounts', () => {
    fc.assert(
      fc.property(fc.array(paint, { minLength: 48, maxLength: 48 }), (cells) => {
        const rule = ruleOf(cells);
        expect(cellsOf(rule)).toEqual(cells);
        expect(openSlotsOf(rule).slots.length).toBe(cells.filter((cell) => cell !== null).length);
      }),
      { numRuns: 200 },
    );
  });

  test('of whole hours is a calendar that can be saved', () => {
    fc.assert(
      fc.property(fc.array(paint, { minLength: 24, maxLength: 24 }), (hours) => {
        const rule = ruleOf(hours.flatMap((cell) => [cell, cell]));
        const week = Object.fromEntries(WEEKDAYS.map((weekday) => [weekday, rule]));
        const calendar = { ...DEFAULT_CALENDAR, week: week as typeof DEFAULT_CALENDAR.week };
        expect(calendarErrors(calendar, COURTS)).toEqual({});
      }),
      { numRuns: 200 },
    );
  });

  test('open to 6 AM ends with the business day', () => {
    const cells = paintRange(cellsOf({ open: false }), 47, 40, { tier: 'peak', discount: 0 });
    expect(ruleOf(cells)).toEqual({
      open: true,
      hours: [{ opens: '02:00', closes: '06:00' }],
      bands: [{ from: '02:00', until: '06:00', tier: 'peak', discount: 0 }],
    });
  });

  test('has the price that was entered for a court and a tier, and every other one unchanged', () => {
    const [one, two, three] = COURTS as [CourtRate, CourtRate, CourtRate];
    const retired = { court_id: 4, hourly_rate: 5000 };
    fc.assert(
      fc.property(
        fc.array(paint, { minLength: 48, maxLength: 48 }),
        fc.constantFrom(...PRICING_TIERS),
        fc.constantFrom([two], [one, two, three], [three]),
        fc.nat({ max: 20_000 }),
        (cells, tier, chosen, price) => {
          const changed = changePrice(cells, tier, { price, chosen, courts: COURTS });
          for (const [at, before] of cells.entries()) {
            const after = changed[at] ?? null;
            expect(after?.tier).toBe(before?.tier as PricingTier);
            if (!before || !after) continue;
            for (const court of [one, two, three]) {
              const isEntered = before.tier === tier && chosen.includes(court);
              expect(startPrice(court, after)).toBe(isEntered ? price : startPrice(court, before));
            }
            // It keeps its own price; without one, it has the price of all.
            const own = before.court_discounts?.[4];
            if (own !== undefined) expect(startPrice(retired, after)).toBe(retired.hourly_rate - own);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test('names no court where all have the same price', () => {
    const [one, two] = [
      { court_id: 1, hourly_rate: 5000 },
      { court_id: 2, hourly_rate: 5000 },
    ];
    const change = (cells: DayCells, chosen: CourtRate, price: number) =>
      changePrice(cells, 'peak', { price, chosen: [chosen], courts: [one, two] });
    const apart = change(cellsOf(DEFAULT_DAY), two, 7000);
    const peakOf = (cells: DayCells) => {
      const rule = ruleOf(cells);
      return rule.open && rule.bands.find(({ tier }) => tier === 'peak');
    };
    expect(peakOf(apart)).toMatchObject({ discount: 0, court_discounts: { 2: -2000 } });
    expect(peakOf(change(apart, one, 7000))).toEqual({
      from: '18:00',
      until: '02:00',
      tier: 'peak',
      discount: -2000,
    });
  });
});

test('templates can be saved, and a later exception counts over an earlier one of the same days', () => {
  const [ramadan, eid] = TEMPLATES;
  const span = { from: '2027-02-08', to: '2027-03-09', weekdays: [...WEEKDAYS] };
  let calendar = withException(DEFAULT_CALENDAR, null, {
    ...span,
    reason: 'Ramadan',
    rank: rankAbove(DEFAULT_CALENDAR, span),
    day: ramadan?.day(DEFAULT_DAY) ?? { open: false },
  });
  const eidSpan = { from: '2027-03-09', to: '2027-03-11', weekdays: [...WEEKDAYS] };
  calendar = withException(calendar, null, {
    ...eidSpan,
    reason: 'Eid',
    rank: rankAbove(calendar, eidSpan),
    day: eid?.day(DEFAULT_DAY) ?? { open: false },
  });
  expect(calendar.exceptions.map(({ rank }) => rank)).toEqual([0, 1]);
  expect(calendarErrors(calendar, COURTS)).toEqual({});
});

test('the Ramadan template costs what the club asks on its usual day', () => {
  const usual = ruleOf(
    cellsOf(DEFAULT_DAY).map((cell) => {
      if (cell?.tier === 'off_peak') return { ...cell, discount: 1500 };
      return cell?.tier === 'peak' ? { ...cell, discount: -1000, court_discounts: { 2: 0 } } : cell;
    }),
  );
  const costsOf = (day: DayRule) =>
    day.open && day.bands.map(({ tier, discount, court_discounts }) => [tier, discount, court_discounts]);
  const ramadan = TEMPLATES.find(({ name }) => name === 'Ramadan');
  expect(costsOf(ramadan?.day(usual) ?? { open: false })).toEqual([
    ['off_peak', 1500, undefined],
    ['peak', -1000, { 2: 0 }],
  ]);
  // A club with one price all day, and one that is usually closed.
  const evenings = ruleOf(
    cellsOf(DEFAULT_DAY).map((cell) => (cell ? { tier: 'peak', discount: 300 } : null)),
  );
  expect(costsOf(ramadan?.day(evenings) ?? { open: false })).toEqual([['peak', 300, undefined]]);
  expect(costsOf(ramadan?.day({ open: false }) ?? { open: false })).toEqual([['peak', 0, undefined]]);
});
