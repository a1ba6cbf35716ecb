import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  describeBalance,
  MONEY_METHODS,
  type MoneyMethod,
  overpaymentError,
  proposedMethod,
} from '../../src/domain/ledger.ts';
import { refundWays } from '../../src/domain/money-ways.ts';
import { staffLimitError } from '../../src/domain/refund.ts';

test('a balance is put into words', () => {
  expect([2000, 1, 0, -1, -1500].map(describeBalance).map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
    'PKR 2,000 to collect',
    'PKR 1 to collect',
    'Settled',
    'PKR 1 to give back',
    'PKR 1,500 to give back',
  ]);
});

describe('money that came in several ways goes back', () => {
  const of = (...entries: [MoneyMethod, number][]) => entries.map(([method, amount]) => ({ method, amount }));
  const ways = (amount: number, ...entries: [MoneyMethod, number][]) =>
    refundWays(of(...entries), amount).map((way) => [way.method, way.amount]);
  test.each<[string, number, [MoneyMethod, number][], [MoneyMethod, number][]]>([
    [
      'the newest way first',
      3000,
      [
        ['cash', 2000],
        ['card', 2000],
      ],
      [
        ['card', 2000],
        ['cash', 1000],
      ],
    ],
    [
      'by a way that is used again as by the newest',
      3000,
      [
        ['cash', 2000],
        ['card', 2000],
        ['cash', 500],
      ],
      [
        ['cash', 2500],
        ['card', 500],
      ],
    ],
    [
      'less what went back already, which makes no way newer',
      3000,
      [
        ['cash', 2000],
        ['card', 2000],
        ['cash', -500],
      ],
      [
        ['card', 2000],
        ['cash', 1000],
      ],
    ],
    [
      'not by a way of which nothing is left',
      10,
      [
        ['cash', 1],
        ['card', 5],
        ['card', -5],
      ],
      [['cash', 1]],
    ],
    ['a rupee, too', 1, [['cash', 1]], [['cash', 1]]],
    ['not where nothing goes back', 0, [['cash', 1]], []],
  ])('%s', (_, amount, entries, expected) => {
    expect(ways(amount, ...entries)).toEqual(expected);
  });

  test('up to what each way brought', () => {
    const entries = fc.array(fc.tuple(fc.constantFrom(...MONEY_METHODS), fc.integer({ min: -99, max: 99 })));
    fc.assert(
      fc.property(entries, fc.nat(500), (list, amount) => {
        const left = new Map<MoneyMethod, number>();
        for (const [method, came] of list) left.set(method, (left.get(method) ?? 0) + came);
        const parts = refundWays(of(...list), amount);
        const all = [...left.values()].reduce((sum, each) => sum + Math.max(0, each), 0);
        expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(Math.min(amount, all));
        for (const part of parts) expect(part.amount).toBeWithin(1, (left.get(part.method) ?? 0) + 1);
      }),
    );
  });
});

test('the reception suggests the booking’s own method, and cash where there is none', () => {
  expect(['card', 'credit', 'bank_transfer', 'cash', '', 'mass'].map(proposedMethod)).toEqual([
    'card',
    'credit',
    'bank_transfer',
    'cash',
    'cash',
    'cash',
  ]);
});

test('staff record payments up to the price', () => {
  expect([overpaymentError(4999, 5000), overpaymentError(5000, 5000)]).toEqual([null, null]);
  expect(overpaymentError(5001, 5000)).toMatch(/^This is PKR.1 more than the price/);
});

describe('a staff member gives back', () => {
  const limits = { booking: 1000, day: 3000 };
  const none = { booking: 0, staff: 0, customer: 0 };
  test.each([
    ['up to the limit of a booking', none, 1000, limits, null],
    ['no more for a booking', none, 1001, limits, 'for a booking'],
    ['what is left of it', { ...none, booking: 400 }, 600, limits, null],
    ['no more than is left of it', { ...none, booking: 400 }, 601, limits, 'for a booking'],
    ['up to the own limit of a day', { ...none, staff: 2500 }, 500, limits, null],
    ['no more on a day', { ...none, staff: 2500 }, 501, limits, 'you have given back PKR 2,500'],
    ['a customer up to the limit of a day', { ...none, customer: 2500 }, 500, limits, null],
    ['a customer no more on a day', { ...none, customer: 2500 }, 501, limits, 'this one got PKR 2,500'],
    ['nothing where a booking has no limit', none, 1, { ...limits, booking: 0 }, 'Only an owner'],
    ['nothing where a day has none', none, 1, { ...limits, day: 0 }, 'Only an owner'],
  ])('%s', (_, given, amount, allowed, reason) => {
    const error = staffLimitError(amount, given, allowed)?.replaceAll('\u00a0', ' ') ?? null;
    if (reason === null) expect(error).toBeNull();
    else expect(error).toContain(reason);
  });
});
