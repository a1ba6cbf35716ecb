import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { BookingLine } from '../../src/domain/api/booking-answers.ts';
import {
  CANCELLED_BY,
  cancellationOutcome,
  cancellationPolicy,
  fullRefundEnd,
  refundPercent,
  refundText,
  refundTexts,
} from '../../src/domain/refund.ts';

const START = Date.parse('2026-11-21T18:00:00+05:00');
const before = (hours: number) => START - hours * 3_600_000;
/** A booking with plans that give these hours to cancel. */
const playWith = (...hours: (number | null)[]) => ({
  ...{ date: '2026-11-21', start_time: '18:00' },
  lines: hours.map((cancel_hours) => ({
    terms: cancel_hours === null ? null : { cancel_hours },
  })) as BookingLine[],
});

describe('a cancellation gives back', () => {
  test.each<[string, (number | null)[], hours: number[], percents: number[]]>([
    ['by the policy', [], [24, 23.99, 12, 11.99, -1], [100, 50, 50, 0, 0]],
    ['beside a line of another kind', [null], [24, 23.99, 12, 11.99], [100, 50, 50, 0]],
    ['more with a plan that gives more time', [6], [6, 5.99], [100, 0]],
    ['more with a plan of some of the time', [18], [18, 17.99, 12, 11.99], [100, 50, 50, 0]],
    ['by the best of several plans', [6, 0, 18], [0, -0.01], [100, 0]],
    ['no less with a plan', [48], [24, 23.99], [100, 50]],
  ])('%s', (_, plans, hours, percents) => {
    const play = playWith(...plans);
    expect(hours.map((left) => refundPercent(play, 'customer', before(left)))).toEqual(percents as never);
    expect(refundPercent(play, 'customer', fullRefundEnd(play))).toBe(100);
    expect(refundPercent(play, 'customer', fullRefundEnd(play) + 1)).not.toBe(100);
  });

  test('half in an emergency, and all where the club cancels', () => {
    expect(
      CANCELLED_BY.map((by) => [24, 1].map((hours) => refundPercent(playWith(), by, before(hours)))),
    ).toEqual([
      [100, 0],
      [100, 100],
      [100, 50],
      [100, 100],
    ]);
  });

  test('in all what came, and keeps no more of it than the price', () => {
    const outcome = (received: number, computed_amount: number, hours: number) =>
      cancellationOutcome({ ...playWith(), received, computed_amount }, 'customer', before(hours));
    expect(outcome(5001, 5001, 12)).toEqual({ percent: 50, keep: 2500, giveBack: 2501 });
    expect(outcome(1000, 5000, 12)).toMatchObject({ keep: 1000, giveBack: 0 });
    expect(outcome(6000, 5000, 1)).toMatchObject({ keep: 5000, giveBack: 1000 });
    expect(outcome(0, 5000, 1)).toMatchObject({ keep: 0, giveBack: 0 });
    fc.assert(
      fc.property(fc.nat(9999), fc.nat(9999), fc.integer({ min: -2, max: 30 }), (received, price, hours) => {
        const { keep, giveBack } = outcome(received, price, hours);
        expect(keep + giveBack).toBe(received);
        expect(keep).toBeWithin(0, Math.min(received, price) + 1);
      }),
    );
  });
});

test('the policy of a booking says by when it can be cancelled', () => {
  const said = (hours: number) => cancellationPolicy(playWith(hours)).replace(/^.*Full refund up to /, '');
  const half = (hours: number) => `${hours} hours before, 50% up to 12 hours, none after that.`;
  expect([48, 24, 13, 12, 6].map(said)).toEqual([
    half(24),
    half(24),
    half(13),
    '12 hours before, none after that.',
    '6 hours before, none after that.',
  ]);
});

test('money that came in one way or in several goes back the same ways', () => {
  const cash = { method: 'cash', amount: 1000 } as const;
  const card = { method: 'card', amount: 500 } as const;
  expect([refundTexts([]), refundTexts([cash])]).toEqual(['', refundText('cash')]);
  expect(refundTexts([cash, card]).replaceAll('\u00a0', ' ')).toBe(
    `PKR 1,000: ${refundText('cash')} PKR 500: ${refundText('card')}`,
  );
});
