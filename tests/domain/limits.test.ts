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
