import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { HeldPlan } from '../../src/domain/api/plan-answers.ts';
import {
  itemsTotal,
  type PricedPlay,
  type PriceItem,
  priceItems,
} from '../../src/domain/booking-price-lines.ts';
import { addDays, daysBetween, type Weekday } from '../../src/domain/business-day.ts';
import {
  endOf,
  keptOfPurchase,
  lastDayOf,
  monthOf,
  resumed,
  slotsGivenBack,
  statusOf,
} from '../../src/domain/plan.ts';
import { chooseItems, eventDiscount, planDaysAhead } from '../../src/domain/plan-price.ts';
import { PRICING_TIERS, type PricingTier } from '../../src/domain/slot.ts';

const ANYWHERE = { tiers: null, courts: null, weekdays: null };
const HELD: HeldPlan = {
  id: 1,
  name: 'Gold',
  starts_on: '2026-11-01',
  ends_on: '2026-11-30',
  paused_days: 0,
  months: 1,
  left: [],
  hours_for: ANYWHERE,
  discounts: [],
  add_ons: [],
  days_ahead: null,
  cancel_hours: null,
  events_percent: null,
  with_codes: false,
};
const PLAY: PricedPlay = {
  date: '2026-11-21',
  court_id: 1,
  tiers: ['off_peak', 'off_peak', 'peak', 'peak'],
  courtPrice: 10_000,
};
const code = (percent: number): PriceItem => ({
  kind: 'code',
  source_id: 9,
  quantity: 1,
  unit: null,
  label: 'Code X',
  unit_price: 0,
  terms: { percent, amount_off: null, tiers: null, play_from: null, play_to: null },
});
const member = (percent: number): PriceItem => ({ ...code(percent), kind: 'member', label: 'Members' });
const choose = (held: HeldPlan[], over: Partial<Parameters<typeof chooseItems>[0]> = {}, play = PLAY) =>
  priceItems(chooseItems({ open: [], addOns: [], held, ...over }, play), play)
    .filter(({ amount }) => amount !== 0)
    .map(({ kind, label, amount }) => [kind, label, amount]);

const dates = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2024-01-01', days));
const months = fc.constantFrom(1, 3, 6);

describe('the last day of months', () => {
  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-01-29', 1, '2026-02-28'],
    ['2026-01-28', 1, '2026-02-27'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-01-01', 1, '2026-01-31'],
    ['2026-11-21', 3, '2027-02-20'],
    ['2026-08-31', 6, '2027-02-28'],
    ['2026-12-31', 6, '2027-06-30'],
  ])('%s and %d: %s', (start, count, end) => {
    expect(lastDayOf(start, count)).toBe(end);
  });

  test('never sells a day less because a month is short, and later begins never end earlier', () => {
    fc.assert(
      fc.property(dates, months, (start, count) => {
        const days = daysBetween(start, lastDayOf(start, count)) + 1;
        expect(days).toBeGreaterThanOrEqual(28 * count);
        expect(days).toBeLessThanOrEqual(31 * count);
        expect(lastDayOf(addDays(start, 1), count) >= lastDayOf(start, count)).toBe(true);
      }),
    );
  });

  test('the months of a plan follow each other without a gap until its end', () => {
    fc.assert(
      fc.property(dates, months, fc.integer({ min: 0, max: 40 }), (starts_on, count, paused_days) => {
        const terms = { months: count as 1 | 3 | 6, days: null };
        const ends_on = addDays(endOf(terms, starts_on), paused_days);
        const period = { starts_on, ends_on, paused_days };
        const days = daysBetween(starts_on, ends_on) + 1;
        const found = Array.from({ length: days }, (_, day) =>
          monthOf(terms, period, addDays(starts_on, day)),
        );
        expect(found.toSorted((a, b) => a - b)).toEqual(found);
        expect(new Set(found).size).toBe(count);
        expect(found.at(-1)).toBe(count - 1);
      }),
    );
  });
});

test('a pause moves the months after it', () => {
  const terms = { months: 3 };
  const period = { starts_on: '2026-11-01', ends_on: '2027-02-10', paused_days: 10 };
  const on = (date: string) => monthOf(terms, period, date);
  expect(['2026-11-01', '2026-12-10', '2026-12-11', '2027-01-10', '2027-01-11'].map(on)).toEqual([
    0, 0, 1, 1, 2,
  ]);
});

describe('what the club keeps of a purchase that ends', () => {
  const terms = { price: 30_000, months: 1 as const, days: null, hours: 0 };
  const november = { starts_on: '2026-11-01', ends_on: '2026-11-30', paused_days: 0, paused_on: null };
  test.each([
    ['on its first day', '2026-11-01', 1000],
    ['in the middle', '2026-11-15', 15_000],
    ['on its last day', '2026-11-30', 30_000],
    ['after it', '2026-12-05', 30_000],
    ['before it', '2026-10-20', 0],
  ])('%s', (_, today, keep) => {
    expect(keptOfPurchase(terms, november, 0, today)).toBe(keep);
  });

  test("is rounded in the club's favour, by less than a rupee", () => {
    expect(keptOfPurchase({ ...terms, price: 10_000 }, november, 0, '2026-11-01')).toBe(334);
    expect(keptOfPurchase({ ...terms, price: 9000 }, november, 0, '2026-11-23')).toBe(6900);
  });

  test('counts the hours where more of them were used than days, and no paused or extended day', () => {
    expect(keptOfPurchase({ ...terms, hours: 4 }, november, 8, '2026-11-02')).toBe(30_000);
    expect(keptOfPurchase({ ...terms, hours: 4 }, november, 2, '2026-11-02')).toBe(7500);
    const paused = { ...november, ends_on: '2026-12-10', paused_days: 10 };
    expect(keptOfPurchase(terms, paused, 0, '2026-11-25')).toBe(15_000);
    expect(keptOfPurchase(terms, { ...november, paused_on: '2026-11-16' }, 0, '2026-12-24')).toBe(15_000);
    expect(keptOfPurchase(terms, { ...november, ends_on: '2026-12-30' }, 0, '2026-11-30')).toBe(30_000);
  });

  test('a package counts by its hours alone, and is worth nothing once it is over', () => {
    const pack = { price: 35_000, months: null, days: 90, hours: 10 };
    const period = { starts_on: '2026-11-01', ends_on: '2027-01-29', paused_days: 0, paused_on: null };
    expect(keptOfPurchase(pack, period, 0, '2027-01-29')).toBe(0);
    expect(keptOfPurchase(pack, period, 8, '2026-11-02')).toBe(14_000);
    expect(keptOfPurchase(pack, period, 0, '2027-01-30')).toBe(35_000);
  });

  test('lies between nothing and the price, and never falls with days or hours', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        months,
        dates,
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: -10, max: 250 }),
        (price, count, starts_on, hours, used, day) => {
          const sold = { price, months: count as 1 | 3 | 6, days: null, hours };
          const period = { starts_on, ends_on: endOf(sold, starts_on), paused_days: 0, paused_on: null };
          const kept = (slots: number, at: number) =>
            keptOfPurchase(sold, period, slots, addDays(starts_on, at));
          expect(kept(used, day)).toBeGreaterThanOrEqual(0);
          expect(kept(used, day)).toBeLessThanOrEqual(price);
          expect(kept(used, day + 1)).toBeGreaterThanOrEqual(kept(used, day));
          expect(kept(used + 1, day)).toBeGreaterThanOrEqual(kept(used, day));
        },
      ),
    );
  });
});

test('a pause adds its days and takes none', () => {
  fc.assert(
    fc.property(
      dates,
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: 30 }),
      (start, days, earlier) => {
        const period = { starts_on: start, ends_on: addDays(start, 90), paused_days: earlier };
        const after = resumed({ ...period, paused_on: addDays(start, 5) }, addDays(start, 5 + days));
        expect(after).toEqual({ ends_on: addDays(start, 90 + days), paused_days: earlier + days });
      },
    ),
  );
});

test("a cancellation gives hours back in the customer's favour", () => {
  expect(
    [2, 3, 4, 1000].map((slots) => [100, 50, 0].map((percent) => slotsGivenBack(slots, percent))),
  ).toEqual([
    [2, 1, 0],
    [3, 2, 0],
    [4, 2, 0],
    [1000, 500, 0],
  ]);
});

test('the status of a purchase follows its days', () => {
  const row = { state: 'active', starts_on: '2026-11-10', ends_on: '2026-11-20', paused_on: null } as const;
  const at = (today: string, over = {}) => statusOf({ ...row, ...over }, today);
  expect(['2026-11-09', '2026-11-10', '2026-11-20', '2026-11-21'].map((today) => at(today))).toEqual([
    'coming',
    'active',
    'active',
    'over',
  ]);
  expect(at('2026-12-24', { paused_on: '2026-11-15' })).toBe('paused');
  expect(at('2026-11-15', { state: 'waiting' })).toBe('waiting');
});

describe('what a plan takes off a booking', () => {
  test('included hours pay for whole half-hours, as many as are left, where they count', () => {
    expect(choose([{ ...HELD, left: [3] }])).toEqual([['plan', 'Gold: included hours', -7500]]);
    expect(choose([{ ...HELD, left: [3], hours_for: { ...ANYWHERE, tiers: ['peak'] } }])).toEqual([
      ['plan', 'Gold: included hours', -5000],
    ]);
    expect(choose([{ ...HELD, left: [3], hours_for: { ...ANYWHERE, courts: [2] } }])).toEqual([]);
    expect(choose([{ ...HELD, left: [3], hours_for: { ...ANYWHERE, weekdays: ['sunday'] } }])).toEqual([]);
  });

  test('its discount counts beside the hours, by the best that fits each half-hour', () => {
    const discounts = [
      { ...ANYWHERE, percent: null, amount_off: 400 },
      { ...ANYWHERE, tiers: ['off_peak' as const], percent: 20, amount_off: null },
    ];
    expect(choose([{ ...HELD, discounts }])).toEqual([['plan', 'Gold', -1400]]);
    expect(choose([{ ...HELD, discounts, left: [2] }])).toEqual([
      ['plan', 'Gold: included hours', -5000],
      ['plan', 'Gold', -400],
    ]);
  });

  test('counts for play from its first to its last day', () => {
    const held = [{ ...HELD, left: [4] }];
    const on = (date: string) => choose(held, {}, { ...PLAY, date }).length;
    expect(['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'].map(on)).toEqual([0, 1, 1, 0]);
  });

  test('the hours that end first are used first, and no half-hour is paid twice', () => {
    const later = { ...HELD, id: 2, name: 'Later', ends_on: '2026-12-31', left: [4] };
    const sooner = { ...HELD, id: 3, name: 'Sooner', ends_on: '2026-11-25', left: [1] };
    expect(choose([later, sooner])).toEqual([
      ['plan', 'Sooner: included hours', -2500],
      ['plan', 'Later: included hours', -7500],
    ]);
  });

  test('hours of the same last day are used in the order they were bought, however they are listed', () => {
    const plans = ['2026-11-30', '2026-11-25', '2026-12-31', '2026-11-25'].map((ends_on, id) => ({
      ...HELD,
      ...{ id, name: `Plan ${id}`, ends_on, left: [1] },
    }));
    const listed = fc.shuffledSubarray(plans, { minLength: plans.length });
    fc.assert(
      fc.property(listed, (held) => {
        expect(choose(held).map(([, label]) => label)).toEqual(
          [1, 3, 0, 2].map((id) => `Plan ${id}: included hours`),
        );
      }),
    );
  });

  test('beside hours that pay for everything the better discount stays, for a move away from them', () => {
    const plan = { ...HELD, left: [4], discounts: [{ ...ANYWHERE, percent: 20, amount_off: null }] };
    const pack = { ...HELD, id: 2, name: 'Pack' };
    const kept = (held: HeldPlan[], percent: number) =>
      chooseItems({ open: [member(percent)], addOns: [], held }, PLAY)
        .filter(({ terms }) => terms?.plan?.gives !== 'hours')
        .map(({ label }) => label);
    expect([kept([plan], 10), kept([plan], 20), kept([plan], 30)]).toEqual([['Gold'], ['Gold'], ['Members']]);
    for (const held of [
      [plan, pack],
      [pack, plan],
    ])
      expect([kept(held, 10), kept(held, 30)]).toEqual([['Gold'], ['Members']]);
  });

  test('the better of plan and code counts, and both where the owner allows it', () => {
    const held = { ...HELD, discounts: [{ ...ANYWHERE, percent: 20, amount_off: null }] };
    expect(choose([held], { code: code(10) })).toEqual([['plan', 'Gold', -2000]]);
    // At the same price the code counts, and the plan's own terms stay.
    expect(choose([held], { code: code(20) })).toEqual([['code', 'Code X', -2000]]);
    expect(choose([held], { code: code(30) })).toEqual([['code', 'Code X', -3000]]);
    expect(choose([{ ...held, with_codes: true }], { code: code(30) })).toEqual([
      ['plan', 'Gold', -2000],
      ['code', 'Code X', -2400],
    ]);
    expect(choose([held], { open: [member(25)] })).toEqual([['member', 'Members', -2500]]);
    expect(choose([held], { open: [member(15)] })).toEqual([['plan', 'Gold', -2000]]);
  });

  test('a code counts beside several plans only where each of them allows it', () => {
    const discounts = [{ ...ANYWHERE, percent: 20, amount_off: null }];
    const held = [
      { ...HELD, discounts, with_codes: true },
      { ...HELD, id: 2, name: 'Silver' },
    ];
    expect(choose(held, { code: code(10) })).toEqual([['plan', 'Gold', -2000]]);
  });

  test('free cancellation stays where a code is the better price', () => {
    const held = { ...HELD, cancel_hours: 6 };
    const items = chooseItems({ open: [], addOns: [], held: [held], code: code(30) }, PLAY);
    expect(items.map(({ kind, terms }) => [kind, terms?.cancel_hours])).toEqual([
      ['code', undefined],
      ['plan', 6],
    ]);
  });

  test('an add-on of the plan costs less, however many', () => {
    const racket: PriceItem = {
      kind: 'add_on',
      source_id: 4,
      label: 'Racket',
      quantity: 2,
      unit: 'booking',
      unit_price: 500,
      terms: null,
    };
    const held = { ...HELD, add_ons: [{ id: 4, percent: 50 }] };
    expect(choose([held], { addOns: [racket] })).toEqual([
      ['plan', 'Gold: add-on', -500],
      ['add_on', 'Racket', 1000],
    ]);
    expect(choose([held])).toEqual([]);
    const balls = { ...racket, source_id: 5, label: 'Balls' };
    expect(choose([held], { addOns: [balls] })).toEqual([['add_on', 'Balls', 1000]]);
  });

  test('the price is never below the add-ons, whatever is combined, and no plan makes it dearer', () => {
    const scope: fc.Arbitrary<HeldPlan['hours_for']> = fc.record({
      tiers: fc.constantFrom<PricingTier[] | null>(null, ['peak'], ['off_peak', 'morning']),
      courts: fc.constantFrom<number[] | null>(null, [1], [2]),
      weekdays: fc.constantFrom<Weekday[] | null>(null, ['saturday'], ['monday']),
    });
    const discount = fc
      .tuple(scope, fc.integer({ min: 1, max: 100 }), fc.option(fc.integer({ min: 1, max: 9000 })))
      .map(([where, percent, off]) => ({ ...where, percent: off ? null : percent, amount_off: off }));
    const held = fc
      .tuple(
        fc.nat(7),
        scope,
        fc.array(discount, { maxLength: 3 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 5 }),
      )
      .map(([left, hours_for, discounts, with_codes, id]) => ({
        ...HELD,
        id,
        left: [left],
        hours_for,
        discounts,
        with_codes,
      }));
    const play = fc
      .tuple(
        fc.nat(20_000),
        fc.array(fc.constantFrom(...PRICING_TIERS, null), { minLength: 1, maxLength: 8 }),
      )
      .map(([courtPrice, tiers]) => ({ ...PLAY, courtPrice, tiers }));
    fc.assert(
      fc.property(fc.array(held, { maxLength: 3 }), play, fc.nat(100), fc.nat(100), (plans, at, one, two) => {
        const offer = { open: [member(one)], code: two > 0 ? code(two) : null, addOns: [] };
        const items = chooseItems({ ...offer, held: plans }, at);
        const off = -itemsTotal(items, at);
        expect(off).toBeLessThanOrEqual(at.courtPrice);
        // Each line is rounded to a rupee by itself.
        const without = -itemsTotal(chooseItems({ ...offer, held: [] }, at), at);
        expect(off).toBeGreaterThanOrEqual(without - items.length);
        const used = priceItems(items, at).flatMap(({ terms }) =>
          terms?.plan?.gives === 'hours' ? [terms.plan] : [],
        );
        expect(used.every((hours) => hours.used === hours.slots)).toBe(true);
        expect(used.reduce((sum, hours) => sum + hours.used, 0)).toBeLessThanOrEqual(at.tiers.length);
        expect(priceItems(priceItems(items, at), at)).toEqual(priceItems(items, at));
      }),
      { numRuns: 500 },
    );
  });
});

test('a plan lets its holder book further ahead while it counts', () => {
  const held = { ...HELD, days_ahead: 30 };
  const on = (...dates: string[]) => dates.map((date) => planDaysAhead([held, HELD], date));
  expect(on('2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01')).toEqual([0, 30, 30, 0]);
  expect(planDaysAhead([HELD], '2026-11-15')).toBe(0);
});

test('a plan that gives nothing off is named once, for its time to cancel, beside whatever has its number', () => {
  const held = { ...HELD, id: 9, cancel_hours: 6 };
  const plansIn = (offer: Partial<Parameters<typeof chooseItems>[0]>) =>
    chooseItems({ open: [], addOns: [], held: [held], ...offer }, PLAY)
      .filter(({ kind }) => kind === 'plan')
      .map(({ source_id, label, terms }) => [source_id, label, terms?.cancel_hours]);
  expect(plansIn({ code: code(50) })).toEqual([[9, 'Gold', 6]]);
  expect(plansIn({})).toEqual([[9, 'Gold', 6]]);
});

test('every part of a price is rounded to the nearest rupee', () => {
  const play = { ...PLAY, courtPrice: 1010 };
  const discount = { ...ANYWHERE, percent: 15, amount_off: null };
  const addOn: PriceItem = {
    ...code(0),
    kind: 'add_on',
    source_id: 3,
    unit: 'hour',
    unit_price: 11,
    terms: null,
  };
  const amounts = (items: PriceItem[], over = {}) =>
    priceItems(items, { ...play, ...over }).map(({ amount }) => amount);
  const of = (held: object, addOns: PriceItem[] = []) =>
    chooseItems({ open: [], addOns, held: [{ ...HELD, ...held }] }, play);
  // 15% are 151.5, then 151.35.
  expect(amounts([code(15)])).toEqual([-152]);
  expect(amounts(of({ discounts: [discount] }))).toEqual([-152]);
  expect(amounts([code(15)], { courtPrice: 1009 })).toEqual([-151]);
  expect(amounts(of({ discounts: [discount] }), { courtPrice: 1009 })).toEqual([-151]);
  // 1.5 hours of 11.
  expect(amounts([addOn], { tiers: ['peak', 'peak', 'peak'] })).toEqual([17]);
  // Half of 33, and a tenth of 24.
  const cheaper = (unit_price: number, percent: number) =>
    amounts(of({ add_ons: [{ id: 3, percent }] }, [{ ...addOn, unit: 'booking', unit_price }])).filter(
      (one) => one < 0,
    );
  expect([cheaper(33, 50), cheaper(24, 10)]).toEqual([[-17], [-2]]);
  const place = (price: number, events_percent: number) =>
    eventDiscount([{ ...HELD, events_percent }], price, '2026-11-21')?.amount;
  expect([place(33, 50), place(24, 10)]).toEqual([17, 2]);
});

test('a place in an event costs less for the best plan that counts on its day, and names it', () => {
  const plans = [
    { ...HELD, events_percent: 10 },
    { ...HELD, id: 2, name: 'Events', events_percent: 25, ends_on: '2026-11-20' },
    { ...HELD, id: 3 },
    { ...HELD, id: 4, name: 'Twin', events_percent: 10 },
  ];
  const on = (date: string) => eventDiscount(plans, 2500, date);
  expect(on('2026-11-20')).toEqual({ purchase_id: 2, label: 'Events', amount: 625 });
  expect(on('2026-11-21')).toEqual({ purchase_id: 1, label: 'Gold', amount: 250 });
  expect([on('2026-12-01'), on('2026-10-31'), eventDiscount([], 2500, '2026-11-20')]).toEqual([
    null,
    null,
    null,
  ]);
  expect(
    [49, 50].map((price) => eventDiscount([{ ...HELD, events_percent: 1 }], price, '2026-11-20')),
  ).toEqual([null, { purchase_id: 1, label: 'Gold', amount: 1 }]);
  const one = { ...HELD, id: 2, events_percent: 1 };
  for (const held of [
    [HELD, one],
    [one, HELD],
  ])
    expect(eventDiscount(held, 100, '2026-11-20')?.purchase_id).toBe(2);
  expect(eventDiscount([{ ...HELD, events_percent: 100 }], 40, '2026-11-20')?.amount).toBe(40);
});
