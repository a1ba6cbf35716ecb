import { expect, test } from 'bun:test';
import type { BookingLine } from '../../src/domain/api/booking-answers.ts';
import type { PlanTerms } from '../../src/domain/plan-schemas.ts';
import {
  hoursBackText,
  includedSlots,
  periodText,
  planLines,
  purchaseDetails,
  purchaseFacts,
} from '../../src/domain/plan-texts.ts';

const ANYWHERE = { tiers: null, courts: null, weekdays: null };
const TERMS: PlanTerms = {
  hours: 0,
  hours_for: ANYWHERE,
  discounts: [],
  days_ahead: null,
  cancel_hours: null,
  add_ons: [],
  events_percent: null,
  friends: 0,
  with_codes: false,
  price: 45_000,
  months: 3,
  days: null,
};
const COURTS = new Map([
  [1, 'Court 1'],
  [2, 'Court 2'],
]);
const linesOf = (over: Partial<PlanTerms>) =>
  planLines({ ...TERMS, ...over }, COURTS).map((line) => line.replaceAll('\u00a0', ' '));

test.each<[string, Partial<PlanTerms>, string[]]>([
  ['nothing', {}, []],
  ['hours of each month', { hours: 1.5 }, ['1.5 h of court a month']],
  ['hours of a package', { hours: 0.5, months: null, days: 30 }, ['0.5 h of court']],
  [
    'hours at some times on some courts',
    {
      hours: 8,
      hours_for: {
        tiers: ['morning', 'off_peak'],
        weekdays: ['monday', 'tuesday', 'friday'],
        courts: [1, 7],
      },
    },
    [
      '8 h of court a month in morning and off-peak hours, on Monday, Tuesday and Friday, on Court 1 and court 7',
    ],
  ],
  [
    'hours on one day',
    { hours: 8, hours_for: { ...ANYWHERE, weekdays: ['sunday'] } },
    ['8 h of court a month on Sunday'],
  ],
  [
    'discounts, each with its own times',
    {
      discounts: [
        { ...ANYWHERE, percent: 20, amount_off: null },
        { ...ANYWHERE, tiers: ['peak'], percent: null, amount_off: 400 },
      ],
    },
    ['20% off', 'PKR 400 off an hour in peak hours'],
  ],
  ['a longer view', { days_ahead: 30 }, ['Book up to 30 days ahead']],
  ['time to cancel', { cancel_hours: 0 }, ['Cancel for free up to 0 hours before']],
  ['a free add-on', { add_ons: [{ id: 1, percent: 100 }] }, ['Some add-ons free']],
  [
    // A racket is free, a coach is not.
    'a free add-on beside a cheaper one',
    { add_ons: [100, 50].map((percent, id) => ({ id, percent })) },
    ['Some add-ons cheaper'],
  ],
  ['cheaper events', { events_percent: 50 }, ['50% off events']],
  ['friends', { friends: 2, months: null, days: 30 }, ['Shared with up to 2 friends']],
])('the lines of a plan name %s', (_, over, lines) => {
  expect(linesOf(over)).toEqual(lines);
});

test('a period is in months or in days', () => {
  const of = (months: PlanTerms['months'], days: number | null) => periodText({ months, days });
  expect([of(1, null), of(3, null), of(null, 1), of(null, 2)]).toEqual([
    '1 month',
    '3 months',
    'valid 1 day',
    'valid 2 days',
  ]);
});

const BOUGHT: Parameters<typeof purchaseFacts>[0] = {
  kind: 'plan',
  status: 'active',
  starts_on: '2026-11-20',
  ends_on: '2026-12-19',
  slots_left: 3,
  hours_again_on: '2026-12-20',
};
const LEFT = 'Hours left: 1.5 h';
const AGAIN = 'New hours: Sun, Dec 20';
const DAYS = 'Fri, Nov 20 – Sat, Dec 19';
const PERIOD = `Period: ${DAYS}`;
const RENEWAL = 'Next renewal: Sun, Dec 20';

test.each<[string, Partial<typeof BOUGHT>, string[]]>([
  ['a plan', {}, [LEFT, AGAIN, PERIOD, RENEWAL]],
  ['a plan that begins later', { status: 'coming' }, [LEFT, AGAIN, PERIOD, RENEWAL]],
  ['a plan in its last month', { hours_again_on: null }, [LEFT, PERIOD, RENEWAL]],
  ['a plan without hours', { slots_left: null, hours_again_on: null }, [PERIOD, RENEWAL]],
  ['a plan that is paused', { status: 'paused' }, [LEFT, `Period (plus the pause): ${DAYS}`]],
  ['a package', { kind: 'package', hours_again_on: null }, [LEFT, PERIOD]],
  ['a plan that is over', { status: 'over' }, [PERIOD]],
  ['a plan that was ended', { status: 'ended' }, [PERIOD]],
  ['a plan whose payment was undone', { status: 'waiting' }, []],
  ['a plan that was never paid', { status: 'ended', starts_on: null, ends_on: null }, []],
])('the facts of %s', (_, over, facts) => {
  expect(purchaseFacts({ ...BOUGHT, ...over }).map(([label, value]) => `${label}: ${value}`)).toEqual(facts);
});

test('the details of a purchase are its facts, or what it waits for, and what it gives', () => {
  const terms = { ...TERMS, events_percent: 50 };
  const of = (over: Partial<typeof BOUGHT>, days: number | null = null) =>
    purchaseDetails({ ...BOUGHT, ...over, terms: { ...terms, days, months: days ? null : 3 } }, COURTS);
  expect(of({ status: 'over' })).toEqual([PERIOD, '50% off events']);
  expect(of({ status: 'waiting' })).toEqual(['3 months, from the day it is paid', '50% off events']);
  expect(of({ status: 'waiting' }, 30)[0]).toBe('Valid 30 days, from the day it is paid');
});

test('what becomes of the hours of a cancelled booking, in words', () => {
  const line = (label: string, used: number, gives = 'hours') =>
    ({ label: `${label}: included hours`, terms: { plan: { gives, used } } }) as BookingLine;
  const lines = [line('Gold', 3), line('Silver', 0), line('Members', 2, 'discount')];
  expect([includedSlots(lines), ...[3, 1, 0].map((back) => hoursBackText(lines, back))]).toEqual([
    3,
    '1.5 h goes back to Gold.',
    '0.5 h goes back to Gold; 1 h is used up.',
    '1.5 h of Gold is used up: it’s too late to get it back.',
  ]);
  expect(hoursBackText([line('Gold', 1), line('Silver', 2)], 3)).toBe('1.5 h goes back to your plans.');
  expect([hoursBackText(undefined, 0), hoursBackText([], 0), hoursBackText([line('Gold', 0)], 0)]).toEqual([
    null,
    null,
    null,
  ]);
});
