import { expect, test } from 'bun:test';
import type { PlanTerms } from '../../src/domain/plan-schemas.ts';
import { planLines } from '../../src/domain/plan-texts.ts';

const terms = (percents: number[]): PlanTerms => ({
  hours: 0,
  hours_for: { tiers: null, courts: null, weekdays: null },
  discounts: [],
  days_ahead: null,
  cancel_hours: null,
  add_ons: percents.map((percent, at) => ({ id: at + 1, percent })),
  events_percent: null,
  friends: 0,
  with_codes: false,
  price: 45_000,
  months: 3,
  days: null,
});

test('a plan that makes a racket free promises no free coach', () => {
  expect(planLines(terms([100]), new Map())).toEqual(['Some add-ons free']);
  expect(planLines(terms([100, 50]), new Map())).toEqual(['Some add-ons cheaper']);
  expect(planLines(terms([]), new Map())).toEqual([]);
});
