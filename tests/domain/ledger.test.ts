import { describe, expect, test } from 'bun:test';
import { describeBalance, overpaymentError } from '../../src/domain/ledger.ts';
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
