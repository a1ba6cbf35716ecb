import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { PriceItem } from '../../src/domain/booking-price-lines.ts';
import { priceLines } from '../../src/domain/booking-statement.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { itemLines, priceOf, soldPriceOf } from '../../src/domain/price.ts';
import { slotIndexOf } from '../../src/domain/slot.ts';
import { SAMPLE_BOOKING } from '../../src/notifications/sample-data.ts';
import { DEFAULT_PLAN, OPEN_SLOTS } from '../support/default-day-plan.ts';

const slotIndexes = (...times: string[]) => times.map((time) => slotIndexOf(time) ?? -1);
const courtAt = (hourly_rate: number) => ({ court_id: 1, hourly_rate });

describe('price', () => {
  test.each([
    ['one peak hour', slotIndexes('18:00', '18:30'), 5000, 5000, 0, 5000],
    ['ninety peak minutes over midnight', slotIndexes('23:30', '00:00', '00:30'), 5000, 7500, 0, 7500],
    ['one morning hour', slotIndexes('07:00', '07:30'), 5000, 5000, 1000, 4000],
    ['ninety off-peak minutes', slotIndexes('10:00', '10:30', '11:00'), 5000, 7500, 1500, 6000],
    ['the late off-peak hour', slotIndexes('02:00', '02:30'), 5000, 5000, 1000, 4000],
    ['off-peak start that runs into the peak', slotIndexes('17:30', '18:00'), 5000, 5000, 1000, 4000],
    ['peak start that runs into off-peak', slotIndexes('01:30', '02:00'), 5000, 5000, 0, 5000],
    [
      'two blocks: the first slot decides',
      slotIndexes('09:00', '09:30', '20:00', '20:30'),
      5000,
      10000,
      2000,
      8000,
    ],
    ['a rate below the discount', slotIndexes('07:00', '07:30'), 600, 600, 600, 0],
    ['an odd rate for three slots', slotIndexes('18:00', '18:30', '19:00'), 5001, 7502, 0, 7502],
  ])('%s', (_, slots, rate, subtotal, discount, total) => {
    const price = priceOf(slots, courtAt(rate), DEFAULT_PLAN);
    expect([price.subtotal, price.discount, price.total]).toEqual([subtotal, discount, total]);
  });

  test('equals the sum of its lines, in whole rupees and never below zero, for any selection', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...OPEN_SLOTS), { minLength: 1, maxLength: 42 }),
        fc.nat({ max: 200_000 }),
        (slots, rate) => {
          const price = priceOf(slots, courtAt(rate), DEFAULT_PLAN);
          expect(price.lines.reduce((sum, line) => sum + line.amount, 0)).toBe(price.total);
          expect(Number.isInteger(price.total) && price.total >= 0).toBe(true);
          expect(price.hours).toBe(slots.length / 2);
          const first = OPEN_SLOTS.find((hour) => slots.includes(hour)) ?? -1;
          expect(price.discount > 0).toBe(
            DEFAULT_PLAN.bySlotIndex.get(first)?.tier !== 'peak' && rate > 0 && price.subtotal > 0,
          );
          expect(priceOf([...slots].reverse(), courtAt(rate), DEFAULT_PLAN)).toEqual(price);
        },
      ),
    );
  });

  test('the discount line has the specified name', () => {
    expect(
      priceOf(slotIndexes('07:00', '07:30'), courtAt(5000), DEFAULT_PLAN).lines.map((line) => line.label),
    ).toContain('Discount (Start time)');
  });

  test('money has thousands separators', () => {
    expect([formatPkr(5000), formatPkr(0), formatPkr(1_250_000)]).toEqual([
      'PKR 5,000',
      'PKR 0',
      'PKR 1,250,000',
    ]);
  });
});

test('more expensive hours have one price, and only cheaper ones get their own line', () => {
  const booking = { duration: 90, hourly_rate: 5000, lines: [] };
  expect(priceLines({ ...SAMPLE_BOOKING, ...booking, computed_amount: 9000 })).toEqual([
    { label: 'Court, 1.5 hours at PKR 6,000', amount: 9000 },
  ]);
  expect(priceLines({ ...SAMPLE_BOOKING, ...booking, computed_amount: 6000 })).toEqual([
    { label: 'Court, 1.5 hours at PKR 5,000', amount: 7500 },
    { label: 'Discount (Start time)', amount: -1500 },
  ]);
});

test('what is on top of the court is in the lines and the total, and depends on the play', () => {
  const add = (amount: number, over: object = {}): PriceItem => ({
    ...{ kind: 'add_on', source_id: 1, label: 'Racket', quantity: 2, unit: 'half_hour', unit_price: amount },
    ...{ terms: null, ...over },
  });
  const terms = { percent: 10, amount_off: null, tiers: ['peak' as const], play_from: null, play_to: null };
  const code = add(0, { kind: 'code', label: 'Code X', quantity: 1, unit: null, terms });
  const price = (...times: string[]) =>
    priceOf(slotIndexes(...times), courtAt(5000), DEFAULT_PLAN, ({ date, court_id, tiers, courtPrice }) => {
      expect([date, court_id, tiers.length]).toEqual([DEFAULT_PLAN.date, 1, times.length]);
      return courtPrice > 4000 ? [add(100), code] : [add(100)];
    });
  const { lines, total, items } = price('18:00', '18:30');
  expect(lines).toEqual([
    { label: 'Court', amount: 5000 },
    { label: 'Code X', amount: -500 },
    { label: 'Racket × 2', amount: 400 },
  ]);
  expect([total, items.length, price('07:00', '07:30').total]).toEqual([4900, 2, 4400]);
  // Half of the play is at peak.
  expect(price('17:30', '18:00', '18:30', '19:00').items[0]?.amount).toBe(-600);
});

test('what a booking was sold at is its price, whatever the court costs now', () => {
  const sold = { duration: 90, hourly_rate: 5001, computed_amount: 7400 };
  expect(soldPriceOf(sold)).toMatchObject({ hours: 1.5, subtotal: 7502, discount: 102, total: 7400 });
  const racket = { source_id: 1, quantity: 1, unit: null, unit_price: 400, terms: null, amount: 400 };
  const lines = [{ ...racket, kind: 'add_on' as const, label: 'Racket' }];
  expect(soldPriceOf({ ...sold, lines })).toMatchObject({ discount: 502, total: 7400 });
});

test('a free add-on is still listed, and a discount of nothing is not', () => {
  const item = { source_id: 1, quantity: 1, unit: null, unit_price: 0, terms: null, amount: 0 };
  const lines = [
    { ...item, kind: 'add_on' as const, label: 'Racket' },
    { ...item, kind: 'plan' as const, label: 'Gold' },
  ];
  expect(itemLines(lines)).toEqual([{ label: 'Racket', amount: 0 }]);
});
