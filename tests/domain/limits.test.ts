import { expect, test } from 'bun:test';
import type * as v from 'valibot';
import { calendarExceptionSchema, calendarSchema, dayRuleSchema } from '../../src/domain/calendar.ts';
import { courtEditSchema, courtOrderSchema, newCourtSchema } from '../../src/domain/court-schemas.ts';
import { DEFAULT_CALENDAR } from '../../src/domain/default-calendar.ts';
import {
  closeShiftSchema,
  entryRequestSchema,
  openShiftSchema,
  reverseSchema,
  statusMoneyEntries,
  topUpSchema,
} from '../../src/domain/ledger.ts';
import {
  endPurchaseSchema,
  extendPurchaseSchema,
  friendsSchema,
  planSchema,
  planTermsSchema,
} from '../../src/domain/plan-schemas.ts';
import {
  seriesDeclineSchema,
  seriesPaymentSchema,
  seriesPreviewSchema,
  seriesRequestSchema,
} from '../../src/domain/series-input.ts';
import { validate } from '../../src/domain/validate.ts';
import { waitlistInputSchema } from '../../src/domain/waitlist.ts';

const entry = { amount: 1, method: 'cash' };
const hours = [{ opens: '07:00', closes: '04:00' }];
const band = { from: '07:00', until: '04:00', tier: 'peak', discount: 0 };
const day = { open: true, hours, bands: [band] };
const exception = {
  reason: 'Eid',
  from: '2026-12-01',
  to: '2026-12-01',
  weekdays: ['tuesday'],
  rank: 0,
  day: { open: false },
};
const court = { name: 'Court 9' };
const series = {
  court_id: 1,
  start_time: '18:00',
  half_hours: 2,
  weekday: 'tuesday',
  from: '2026-12-01',
  count: 1,
};
const request = {
  court_id: 1,
  start_time: '18:00',
  half_hours: 2,
  from: '2026-12-01',
  dates: 1,
};
const wish = {
  ...{
    date: '2026-12-01',
    from: '18:00',
    until: '23:00',
    duration: 60,
    name: 'Ayesha',
    phone: '0300 1234567',
  },
};
const decision = { date: '2026-12-01', to: null };
const anywhere = { tiers: null, courts: null, weekdays: null };
const discount = { ...anywhere, percent: null, amount_off: null };
const terms = {
  ...{ price: 0, months: 1, days: null, hours: 1, hours_for: anywhere, discounts: [] },
  ...{ days_ahead: null, cancel_hours: null, add_ons: [], events_percent: null, with_codes: false },
};
const pack = { ...terms, months: null, days: 30 };
const text = (length: number) => (length < 0 ? null : 'x'.repeat(length));
const list = (length: number, one: unknown) => (length < 0 ? null : Array(length).fill(one));
const numbers = (length: number) => (length < 0 ? null : Array.from({ length }, (_, at) => at + 1));

type Schema = v.GenericSchema;
/** What stands around the field, how a value of a size looks, the least and the largest size. */
const LIMITS: [name: string, schema: Schema, of: (size: number) => unknown, least: number, most: number][] = [
  ['a payment', entryRequestSchema, (amount) => ({ ...entry, amount }), 1, 10_000_000],
  ['its reference', entryRequestSchema, (size) => ({ ...entry, reference: text(size) }), 0, 200],
  ['its note', entryRequestSchema, (size) => ({ ...entry, note: text(size) }), 0, 200],
  ['the reason of an undone entry', reverseSchema, (size) => ({ reason: text(size) }), 1, 200],
  ['what the club keeps', statusMoneyEntries.keep, (keep) => keep, 0, 10_000_000],
  ['credit that is sold', topUpSchema, (paid) => ({ method: 'cash', paid, credit: 1 }), 1, 10_000_000],
  ['credit with its bonus', topUpSchema, (credit) => ({ method: 'cash', paid: 1, credit }), 1, 10_000_000],
  ['the float of a shift', openShiftSchema, (float) => ({ float }), 0, 10_000_000],
  ['what is counted', closeShiftSchema, (counted) => ({ counted }), 0, 10_000_000],
  ['the opening hours of a day', dayRuleSchema, (size) => ({ ...day, hours: list(size, hours[0]) }), 0, 12],
  ['the price bands of a day', dayRuleSchema, (size) => ({ ...day, bands: list(size, band) }), 0, 48],
  [
    'a discount',
    dayRuleSchema,
    (discount) => ({ ...day, bands: [{ ...band, discount }] }),
    -1_000_000,
    1_000_000,
  ],
  [
    'the reason of an exception',
    calendarExceptionSchema,
    (size) => ({ ...exception, reason: text(size) }),
    1,
    80,
  ],
  ['its rank', calendarExceptionSchema, (rank) => ({ ...exception, rank }), 0, 9],
  [
    'its weekdays',
    calendarExceptionSchema,
    (size) => ({ ...exception, weekdays: list(size, 'friday') }),
    1,
    7,
  ],
  [
    'the exceptions of a calendar',
    calendarSchema,
    (size) => ({ ...DEFAULT_CALENDAR, exceptions: list(size, exception) }),
    0,
    200,
  ],
  ['the name of a court', newCourtSchema, (size) => ({ name: text(size) }), 1, 100],
  ['its description', courtEditSchema, (size) => ({ description: text(size) }), 0, 1000],
  ['its rate', newCourtSchema, (hourly_rate) => ({ ...court, hourly_rate }), 0, 1_000_000],
  ['its features', courtEditSchema, (size) => ({ features: list(size, 'Glass') }), 0, 12],
  ['a feature', courtEditSchema, (size) => ({ features: [text(size)] }), 1, 60],
  ['the courts of an order', courtOrderSchema, (size) => ({ courts: numbers(size) }), 0, 50],
  ['the dates of a series', seriesPreviewSchema, (count) => ({ ...series, count }), 1, 26],
  ['the weeks between them', seriesPreviewSchema, (every_weeks) => ({ ...series, every_weeks }), 1, 4],
  ['their half-hours', seriesPreviewSchema, (half_hours) => ({ ...series, half_hours }), 2, 16],
  [
    'decisions about them',
    seriesPreviewSchema,
    (size) => ({ ...series, decisions: list(size, decision) }),
    0,
    60,
  ],
  [
    'dates that are paid together',
    seriesPaymentSchema,
    (size) => ({ method: 'cash', booking_ids: numbers(size) }),
    1,
    26,
  ],
  ['why a series is declined', seriesDeclineSchema, (size) => ({ reason: text(size) }), 1, 200],
  ['the note of a request', seriesRequestSchema, (size) => ({ ...request, note: text(size) }), 0, 500],
  ['the dates of a request', seriesRequestSchema, (dates) => ({ ...request, dates }), 1, 26],
  ['the name of a plan', planSchema, (size) => ({ kind: 'plan', name: text(size), terms }), 1, 60],
  ['its price', planTermsSchema, (price) => ({ ...terms, price }), 0, 10_000_000],
  ['its hours', planTermsSchema, (hours) => ({ ...terms, hours }), 0, 500],
  ['its days', planTermsSchema, (days) => ({ ...pack, days }), 1, 730],
  ['its friends', planTermsSchema, (friends) => ({ ...pack, friends }), 0, 5],
  ['the friends of a plan', planTermsSchema, (friends) => ({ ...terms, friends }), 0, 0],
  [
    'the courts of its hours',
    planTermsSchema,
    (size) => ({ ...terms, hours_for: { ...anywhere, courts: numbers(size) } }),
    1,
    100,
  ],
  [
    'its discounts',
    planTermsSchema,
    (size) => ({ ...terms, discounts: list(size, { ...discount, percent: 1 }) }),
    0,
    6,
  ],
  [
    'a percentage off',
    planTermsSchema,
    (percent) => ({ ...terms, discounts: [{ ...discount, percent }] }),
    1,
    100,
  ],
  [
    'rupees off',
    planTermsSchema,
    (amount_off) => ({ ...terms, discounts: [{ ...discount, amount_off }] }),
    1,
    1_000_000,
  ],
  ['its days ahead', planTermsSchema, (days_ahead) => ({ ...terms, days_ahead }), 1, 365],
  ['its hours to cancel', planTermsSchema, (cancel_hours) => ({ ...terms, cancel_hours }), 0, 24],
  [
    'its add-ons',
    planTermsSchema,
    (size) => ({ ...terms, add_ons: list(size, { id: 1, percent: 1 }) }),
    0,
    50,
  ],
  [
    'a percentage off an add-on',
    planTermsSchema,
    (percent) => ({ ...terms, add_ons: [{ id: 1, percent }] }),
    1,
    100,
  ],
  ['a percentage off events', planTermsSchema, (events_percent) => ({ ...terms, events_percent }), 1, 100],
  [
    'friends who are named',
    friendsSchema,
    (size) => ({ version: 1, emails: list(size, 'a@example.com') }),
    0,
    5,
  ],
  ['days of an extension', extendPurchaseSchema, (days) => ({ version: 1, reason: 'Rain', days }), 1, 365],
  ['its reason', extendPurchaseSchema, (size) => ({ version: 1, days: 1, reason: text(size) }), 1, 200],
  [
    'the refund of a plan that ends',
    endPurchaseSchema,
    (amount_back) => ({ version: 1, reason: 'Moves away', amount_back }),
    0,
    10_000_000,
  ],
  ['half-hours to wait for', waitlistInputSchema, (size) => ({ ...wish, duration: size * 30 }), 2, 8],
];

/** The numbers that stand in the messages about an input. */
function numbersIn(schema: Schema, input: unknown): number[] {
  const result = validate(schema, input);
  const messages = result.ok ? [] : Object.values(result.fields);
  return messages.flatMap((text) =>
    [...text.matchAll(/-?\d[\d,]*/g)].map(([digits]) => Number(digits.replaceAll(',', ''))),
  );
}

test.each(LIMITS)(
  '%s has a smallest and a largest size, which its message gives',
  (_, schema, of, least, most) => {
    const takes = (size: number) => validate(schema, of(size)).ok;
    expect([least - 1, least, most, most + 1].map(takes)).toEqual([false, true, true, false]);
    const named = numbersIn(schema, of(most + 1));
    if (named.length > 0) expect(named).toContain(most);
  },
);

test('a plan is sold for 1, 3 or 6 months, a package for days, and each has what its kind has', () => {
  const takes = (kind: string, over: object) =>
    validate(planSchema, { kind, name: 'Gold', terms: { ...terms, ...over } }).ok;
  const lengths = Array.from({ length: 13 }, (_, months) => months);
  expect(lengths.filter((months) => takes('plan', { months }))).toEqual([1, 3, 6]);
  const neither = { months: null, days: null };
  const both = { months: 1, days: 30 };
  for (const [kind, periods] of [
    ['plan', [{}, pack, neither, both]],
    ['package', [pack, {}, neither, both]],
  ] as const)
    expect([kind, ...periods.map((period) => takes(kind, period))]).toEqual([
      kind,
      true,
      false,
      false,
      false,
    ]);
  const hours = [0, 0.5, 1.3];
  expect(hours.map((each) => takes('plan', { hours: each }))).toEqual([true, true, false]);
  expect(hours.map((each) => takes('package', { ...pack, hours: each }))).toEqual([false, true, false]);
});

test('the days and hours that a plan counts for are kept in the order of the week and the day, once each', () => {
  const hours_for = {
    tiers: ['peak', 'morning', 'peak'],
    courts: null,
    weekdays: ['sunday', 'monday', 'sunday'],
  };
  const result = validate(planTermsSchema, { ...terms, hours_for });
  expect(result.ok && result.value.hours_for).toEqual({
    tiers: ['morning', 'peak'],
    courts: null,
    weekdays: ['monday', 'sunday'],
  });
});
