import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  cheaperPart,
  customerPart,
  dueOf,
  isQuarterPaid,
  keptOf,
  keptOfAll,
  type PayerMoney,
  removePlayerError,
  spreadKept,
} from '../../src/domain/share.ts';

const PLAY = { date: '2026-11-21', start_time: '18:00' };
const START = Date.parse('2026-11-21T18:00:00+05:00');
const before = (hours: number) => START - hours * 3_600_000;
/** What each owes and has paid, the customer first. */
const payersOf = (...money: [charge: number, received: number][]) =>
  money.map(([charge, received], at) => ({
    ...{ position: at + 1, price: charge, charge, received },
    balance: charge - received,
  }));
const rupees = fc.tuple(fc.nat(2000), fc.nat(2000));
const moneyArbitrary = fc.array(rupees, { minLength: 1, maxLength: 4 }).map((all) => payersOf(...all));

describe('the money of a split booking', () => {
  test.each<[string, [number, number][], due: number, PayerMoney['balance']]>([
    [
      'nobody has paid',
      [
        [2000, 0],
        [1000, 0],
      ],
      3000,
      2000,
    ],
    [
      'the customer has paid their own part',
      [
        [2000, 2000],
        [1000, 0],
      ],
      1000,
      0,
    ],
    [
      'the customer has paid for all',
      [
        [2000, 3000],
        [1000, 0],
      ],
      0,
      0,
    ],
    [
      'the customer has paid twice',
      [
        [2000, 4000],
        [1000, 0],
      ],
      -1000,
      -1000,
    ],
    [
      'another payer gets money back, which covers nothing',
      [
        [2000, 0],
        [1000, 1500],
      ],
      2000,
      2000,
    ],
    [
      'only another payer gets money back',
      [
        [2000, 2000],
        [1000, 1500],
      ],
      0,
      0,
    ],
  ])('where %s', (_, money, due, own) => {
    const payers = payersOf(...money);
    expect([dueOf(payers), customerPart(payers).balance]).toEqual([due, own]);
  });

  test('goes back to the customer beyond what covers open parts only', () => {
    fc.assert(
      fc.property(moneyArbitrary, (payers) => {
        const own = payers[0]?.balance ?? 0;
        const { charge, received, balance } = customerPart(payers);
        expect(balance).toBe(own >= 0 ? own : Math.min(0, dueOf(payers)));
        expect(charge - received).toBe(balance);
      }),
    );
  });

  test('shrinks in proportion when the price falls, and never grows', () => {
    const parts = [
      [1250, 4000],
      [1250, 5000],
      [1250, 6000],
      [1, 4999],
      [0, 1],
    ] as const;
    expect(parts.map(([part, after]) => cheaperPart(part, 5000, after))).toEqual([1000, 1250, 1250, 0, 0]);
  });

  test('holds a court from a quarter of the price on', () => {
    expect([3749, 3750, 3751].map((open) => isQuarterPaid({ charge: 5000, open }))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('what the club keeps of a payer', () => {
  test.each<[string, object, number, number]>([
    ['a day before play', {}, 24, 0],
    ['twelve hours before', {}, 12, 500],
    ['later', {}, 11.9, 1000],
    ['no more than came', { received: 300 }, 12, 300],
    ['no more than is owed', { charge: 200 }, 12, 200],
    ['nothing of what went back', { received: -5 }, 1, 0],
  ])('%s', (_, over, hours, kept) => {
    const payer = { price: 1000, charge: 1000, received: 1000, ...over };
    expect(keptOf(payer, PLAY, 'customer', before(hours))).toBe(kept);
    expect(keptOf(payer, PLAY, 'club', before(hours))).toBe(0);
  });

  test('counts open parts that the customer has paid for', () => {
    const kept = (payers: ReturnType<typeof payersOf>, keep?: number) =>
      keptOfAll(payers, PLAY, 'customer', before(1), keep);
    expect(kept(payersOf([2000, 3000], [1000, 0]))).toEqual([3000, 0]);
    expect(kept(payersOf([2000, 2000], [1000, 1000]))).toEqual([2000, 1000]);
    expect(kept(payersOf([2000, 3000], [1000, 0]), 600)).toEqual([600, 0]);
    expect(kept(payersOf([2000, 2000], [1000, 1000]), 0)).toEqual([0, 0]);
  });

  test('by an admin’s own amount is spread over what came, and the first carry the rest', () => {
    expect([spreadKept([0, 0], 0), spreadKept([2000, 1000], 1000), spreadKept([1, 1, 1], 2)]).toEqual([
      [0, 0],
      [667, 333],
      [1, 1, 0],
    ]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -99, max: 99 })), fc.nat(500), (received, keep) => {
        const came = received.map((amount) => Math.max(0, amount));
        const total = came.reduce((sum, amount) => sum + amount, 0);
        const kept = spreadKept(received, keep);
        expect(kept.reduce((sum, amount) => sum + amount, 0)).toBe(Math.min(keep, total));
        for (const [at, amount] of kept.entries()) {
          expect(amount).toBeWithin(0, (came[at] ?? 0) + 1);
          // Nobody carries a rupee less than their part of it.
          expect((amount + 1) * total).toBeGreaterThanOrEqual(Math.min(keep, total) * (came[at] ?? 0));
        }
      }),
    );
  });
});

test('the host removes a player who has paid while all goes back, or where the host has paid for the place', () => {
  const said = (customer: number, hours: number, name = 'Bilal Ahmed') => {
    const payers = payersOf([2000, customer], [1000, 1000], [1000, 0]).map((one) => ({ ...one, name }));
    const [, player] = payers;
    const error = player && removePlayerError(player, payers, PLAY, before(hours));
    return error?.split(',')[0]?.replaceAll('\u00a0', ' ') ?? null;
  };
  const refused = 'Bilal A. has paid PKR 1';
  expect([said(2000, 24), said(2000, 23.9), said(3999, 1), said(4000, 1)]).toEqual([
    null,
    refused,
    refused,
    null,
  ]);
  expect(said(2000, 1, '')).toBe('This player has paid PKR 1');
});
