import { expect, test } from 'bun:test';
import type { MoneyMethod } from '../../src/domain/money-labels.ts';
import { heldWays, paymentLabel, transferBack } from '../../src/domain/money-ways.ts';

const money = (method: MoneyMethod, amount: number) => ({ method, amount });

test.each<[string, [MoneyMethod, number][], string]>([
  ['before any money, as promised', [], 'Bank Transfer'],
  ['in another way than promised', [['cash', 5000]], 'Cash Payment'],
  [
    'in two ways',
    [
      ['cash', 2000],
      ['card', 3000],
    ],
    'Cash and card',
  ],
  [
    'in three ways',
    [
      ['bank_transfer', 1000],
      ['cash', 1000],
      ['credit', 1000],
    ],
    'Bank transfer, cash and credit',
  ],
  [
    'in one way twice',
    [
      ['card', 1000],
      ['card', 1000],
    ],
    'Card or Wallet',
  ],
  [
    'with one way undone',
    [
      ['cash', 2000],
      ['card', 3000],
      ['cash', -2000],
    ],
    'Card or Wallet',
  ],
  [
    'with everything undone',
    [
      ['cash', 2000],
      ['cash', -2000],
    ],
    'Bank Transfer',
  ],
  [
    'with the cash given back by transfer',
    [
      ['cash', 2000],
      ['card', 3000],
      ['bank_transfer', -2000],
    ],
    'Card or Wallet',
  ],
])('something paid %s', (_, entries, label) => {
  const ways = heldWays(entries.map(([method, amount]) => money(method, amount)));
  expect(paymentLabel(ways, 'bank_transfer')).toBe(label);
});

test('the part of a refund that goes by transfer is what came so, most recent money first', () => {
  const ways = [money('bank_transfer', 3000), money('cash', 2000)];
  expect([-1000, -2000, -2500, -5000, 0, 500].map((balance) => transferBack(ways, balance))).toEqual([
    0, 0, 500, 3000, 0, 0,
  ]);
});
