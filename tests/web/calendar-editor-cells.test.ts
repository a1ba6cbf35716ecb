import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { WEEKDAYS } from '../../src/domain/business-day.ts';
import { calendarErrors } from '../../src/domain/calendar-errors.ts';
import { openSlotsOf } from '../../src/domain/day-plan.ts';
import { DEFAULT_CALENDAR, DEFAULT_DAY } from '../../src/domain/default-calendar.ts';
import { PRICING_TIERS } from '../../src/domain/slot.ts';
import { rankAbove, TEMPLATES, withException } from '../../web/admin/calendar/exceptions.ts';
import { cellsOf, changeDiscount, type Paint, paintRange, ruleOf } from '../../web/shared/painted-cells.ts';

const paint: fc.Arbitrary<Paint> = fc.option(
  fc.record({ tier: fc.constantFrom(...PRICING_TIERS), discount: fc.constantFrom(0, 500, 1000) }),
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
        expect(calendarErrors(calendar, [5000])).toEqual({});
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

  test('changes the discount of one tier only', () => {
    const rule = ruleOf(changeDiscount(cellsOf(DEFAULT_DAY), 'morning', 1500));
    expect(rule.open && rule.bands.map(({ discount }) => discount)).toEqual([1500, 1000, 0, 1000]);
  });
});

test('templates can be saved, and a later exception counts over an earlier one of the same days', () => {
  const [ramadan, eid] = TEMPLATES;
  const span = { from: '2027-02-08', to: '2027-03-09', weekdays: [...WEEKDAYS] };
  let calendar = withException(DEFAULT_CALENDAR, null, {
    ...{ ...span, reason: 'Ramadan', rank: rankAbove(DEFAULT_CALENDAR, span) },
    day: ramadan?.day() ?? { open: false },
  });
  const eidSpan = { from: '2027-03-09', to: '2027-03-11', weekdays: [...WEEKDAYS] };
  calendar = withException(calendar, null, {
    ...{ ...eidSpan, reason: 'Eid', rank: rankAbove(calendar, eidSpan) },
    day: eid?.day() ?? { open: false },
  });
  expect(calendar.exceptions.map(({ rank }) => rank)).toEqual([0, 1]);
  expect(calendarErrors(calendar, [5000])).toEqual({});
});
