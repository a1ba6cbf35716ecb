import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Booking, PaymentMethod } from '../../src/domain/booking.ts';
import { acceptsLateReceipt, isReleased } from '../../src/domain/late-receipt.ts';
import {
  guestCashError,
  isMissed,
  type PayByRules,
  payByAfterMove,
  payByOf,
  payerReminderAt,
  reminderAt,
} from '../../src/domain/payment-deadline.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DEFAULTS: PayByRules = {
  transfer_hours: 12,
  transfer_before_play_hours: 2,
  transfer_least_minutes: 30,
  cash_deadline_hours_before_play: null,
  card_hold_minutes: 30,
};
const club = (text: string) => Date.parse(`${text}:00+05:00`);

/** Any rules an owner may set. */
const rulesArbitrary = fc.record({
  transfer_hours: fc.integer({ min: 1, max: 720 }),
  transfer_before_play_hours: fc.integer({ min: 0, max: 168 }),
  transfer_least_minutes: fc.integer({ min: 5, max: 1440 }),
  cash_deadline_hours_before_play: fc.option(fc.integer({ min: 0, max: 720 })),
  card_hold_minutes: fc.integer({ min: 5, max: 1440 }),
});
const nowArbitrary = fc.integer({ min: club('2026-11-20T00:00'), max: club('2027-11-20T00:00') });
/** Play starts on a half-hour, up to two years after the booking. */
const startArbitrary = fc.integer({
  min: club('2026-11-20T00:00') / (30 * MINUTE),
  max: club('2028-11-20T00:00') / (30 * MINUTE),
});

describe('the deadline of a bank transfer', () => {
  test.each([
    ['2026-11-20T08:00', '2026-11-21T21:00', '2026-11-20T20:00'],
    ['2026-11-20T11:00', '2026-11-21T21:00', '2026-11-20T23:00'],
    ['2026-11-20T11:01', '2026-11-21T21:00', '2026-11-21T09:00'],
    ['2026-11-20T20:59', '2026-11-21T21:00', '2026-11-21T09:00'],
    ['2026-11-20T20:00', '2026-11-21T11:00', '2026-11-21T09:00'],
    ['2026-11-20T20:00', '2026-11-21T10:30', '2026-11-21T08:00'],
    ['2026-11-20T22:00', '2026-11-21T01:00', '2026-11-20T23:00'],
    ['2026-11-20T22:00', '2026-11-21T02:00', '2026-11-21T00:00'],
    ['2026-11-20T18:00', '2026-11-20T23:00', '2026-11-20T21:00'],
    ['2026-11-20T18:00', '2026-11-20T20:00', '2026-11-20T18:30'],
    ['2026-11-20T18:00', '2026-11-20T19:00', '2026-11-20T18:30'],
    ['2026-11-20T18:10', '2026-11-20T18:30', '2026-11-20T18:30'],
  ])('made at %s for %s is %s', (made, start, expected) => {
    expect(payByOf('bank_transfer', DEFAULTS, club(made), club(start))).toBe(club(expected));
  });

  test('is on the minute and never shorter than promised to the customer', () => {
    const made = club('2026-11-20T08:00') + 23_456;
    expect(payByOf('bank_transfer', DEFAULTS, made, club('2026-11-23T18:00'))).toBe(club('2026-11-20T20:01'));
  });

  test('keeps the owner’s rules for every booking', () => {
    fc.assert(
      fc.property(rulesArbitrary, nowArbitrary, startArbitrary, (rules, now, slot) => {
        const start = slot * 30 * MINUTE;
        const payBy = payByOf('bank_transfer', rules, now, start);
        if (start <= now) return payBy === null;
        if (payBy === null) return false;
        const left = payBy - now;
        const least = rules.transfer_least_minutes * MINUTE;
        const isAfterStart = payBy > start;
        const isTooShort = payBy < start && left < least;
        // A night lasts ten hours.
        const isTooLong = left > Math.max(rules.transfer_hours * HOUR, least) + 10 * HOUR + MINUTE;
        const isTooLate =
          left > least + MINUTE && payBy > start - rules.transfer_before_play_hours * HOUR + MINUTE;
        return !isAfterStart && !isTooShort && !isTooLong && !isTooLate && payBy % MINUTE === 0;
      }),
      { numRuns: 5000 },
    );
  });
});

describe('other ways to pay', () => {
  test('owed credit is due like a transfer, and cash only has a deadline if the owner sets one', () => {
    const now = club('2026-11-20T18:00');
    const start = club('2026-11-22T18:00');
    expect(payByOf('credit', DEFAULTS, now, start)).toBe(payByOf('bank_transfer', DEFAULTS, now, start));
    expect(payByOf('cash', DEFAULTS, now, start)).toBeNull();
    const rules = { ...DEFAULTS, cash_deadline_hours_before_play: 5 };
    expect(payByOf('cash', rules, now, start)).toBe(club('2026-11-22T13:00'));
    expect(payByOf('cash', rules, club('2026-11-22T16:00'), start)).toBe(club('2026-11-22T16:30'));
    expect(payByOf('cash', rules, start, start)).toBeNull();
  });

  test('a date of a series is due before its play, and stays owed in the last half hour', () => {
    const start = club('2026-11-22T18:00');
    const due = (method: PaymentMethod, made: string, cash: number | null = null) =>
      payByOf(method, { ...DEFAULTS, cash_deadline_hours_before_play: cash }, club(made), start, true);
    for (const method of ['bank_transfer', 'credit'] as const)
      expect(
        ['2026-11-01T18:00', '2026-11-22T16:59', '2026-11-22T17:00', '2026-11-22T18:00'].map((made) =>
          due(method, made),
        ),
      ).toEqual([club('2026-11-22T16:00'), club('2026-11-22T17:29'), null, null]);
    expect([due('cash', '2026-11-01T18:00'), due('cash', '2026-11-01T18:00', 5)]).toEqual([
      null,
      club('2026-11-22T13:00'),
    ]);
  });

  test('guests pay cash as many days ahead as the owner says', () => {
    const now = club('2026-11-20T18:00');
    const said = (date: string, days: number | null) =>
      guestCashError(date, { cash_days_ahead_guests: days }, now)?.match(/booking (.*?)\./)?.[1] ?? null;
    const dates = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'];
    expect([null, 0, 1, 2].map((days) => dates.map((date) => said(date, days)))).toEqual([
      [null, null, null, null],
      [null, 'for today', 'for today', 'for today'],
      [null, null, 'for today or tomorrow', 'for today or tomorrow'],
      [null, null, null, 'up to 2 days ahead'],
    ]);
  });

  test('a card payment has its whole time, even if play starts in the meantime', () => {
    const now = club('2026-11-20T17:50');
    expect(payByOf('card', DEFAULTS, now, club('2026-11-20T18:00'))).toBe(club('2026-11-20T18:20'));
  });
});

describe('a booking that moves', () => {
  const now = club('2026-11-20T18:00');
  const move = (payment_method: PaymentMethod, pay_by: number | null, start: string, rules = DEFAULTS) =>
    payByAfterMove({ payment_method, pay_by }, rules, now, club(start));

  test('by transfer never gains time, and pays earlier for an earlier start', () => {
    const payBy = club('2026-11-21T06:00');
    expect(move('bank_transfer', payBy, '2026-11-29T21:00')).toBe(payBy);
    expect(move('bank_transfer', payBy, '2026-11-20T22:00')).toBe(club('2026-11-20T20:00'));
    expect(move('bank_transfer', payBy, '2026-11-20T17:30')).toBeNull();
  });

  test('of a series follows the play', () => {
    const date = { payment_method: 'bank_transfer' as const, pay_by: club('2026-11-24T18:00'), series_id: 1 };
    expect(payByAfterMove(date, DEFAULTS, now, club('2026-12-01T20:00'))).toBe(club('2026-12-01T18:00'));
  });

  test('on cash follows the play, by card keeps its hold, and without a deadline gets none', () => {
    const rules = { ...DEFAULTS, cash_deadline_hours_before_play: 5 };
    expect(move('cash', club('2026-11-21T13:00'), '2026-11-22T18:00', rules)).toBe(club('2026-11-22T13:00'));
    const shorterHold = { ...DEFAULTS, card_hold_minutes: 10 };
    expect(move('card', club('2026-11-20T18:20'), '2026-11-22T18:00', shorterHold)).toBe(
      club('2026-11-20T18:20'),
    );
    expect(move('bank_transfer', null, '2026-11-22T18:00')).toBeNull();
  });
});

test('the reminder comes at half-time, at most a day before the deadline, and never for a card', () => {
  const now = club('2026-11-20T18:00');
  expect(reminderAt('bank_transfer', now, club('2026-11-21T06:00'))).toBe(club('2026-11-21T00:00'));
  expect(reminderAt('cash', now, club('2026-12-20T18:00'))).toBe(club('2026-12-19T18:00'));
  expect(reminderAt('card', now, club('2026-11-20T18:30'))).toBeNull();
  expect(reminderAt('cash', now, null)).toBeNull();
});

test('only the receipt of a released transfer is late', () => {
  const released = {
    status: 'cancelled',
    payment_method: 'bank_transfer',
    pay_by: '2026-11-21T06:00:00+05:00',
  };
  const accepts = (over: object = {}) =>
    acceptsLateReceipt(
      { ...released, ...over } as Booking,
      { late_receipt_days: 7 },
      club('2026-11-21T12:00'),
    );
  const withPayBy = (pay_by: string | null) => isReleased({ status: 'cancelled', pay_by });
  expect([withPayBy(null), withPayBy(released.pay_by)]).toEqual([false, true]);
  const others = [{ payment_method: 'cash' }, { status: 'pending' }, { pay_by: null }];
  expect([accepts(), ...others.map(accepts)]).toEqual([true, false, false, false]);
});

describe('a player who has not paid is reminded', () => {
  const booking = { date: '2026-11-21', slots: ['18:00', '18:30'], pay_by: '2026-11-21T09:00:00+05:00' };
  test.each([
    ['at half of the time to pay', booking, '2026-11-20T19:00', true, '2026-11-21T02:00'],
    [
      'three hours before play when the deadline is over',
      booking,
      '2026-11-21T09:00',
      true,
      '2026-11-21T15:00',
    ],
    ['three hours before play after the first time', booking, '2026-11-21T02:00', false, '2026-11-21T15:00'],
    [
      'three hours before play without a deadline',
      { ...booking, pay_by: null },
      '2026-11-20T19:00',
      true,
      '2026-11-21T15:00',
    ],
    ['not twice at that minute', booking, '2026-11-21T15:00', false, null],
    ['not later', booking, '2026-11-21T15:01', true, null],
  ])('%s', (_, of, now, halfTime, at) => {
    expect(payerReminderAt(of, club(now), halfTime)).toBe(at === null ? null : club(at));
  });
});

test('what was due is missed where play began, more than five minutes later', () => {
  const play = { date: '2026-11-21', slots: ['18:00', '18:30'] };
  const missed = (due: string, now: number) => isMissed(play, club(due), now);
  const start = club('2026-11-21T18:00');
  expect([-1, 0].map((late) => missed('2026-11-21T15:00', start + late))).toEqual([false, true]);
  expect([0, 1].map((late) => missed('2026-11-21T17:58', start + 3 * MINUTE + late))).toEqual([false, true]);
});
