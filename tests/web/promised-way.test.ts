import { expect, test } from 'bun:test';
import { promisedWay } from '../../web/admin/bookings/promised-way.ts';

const BOOKING = { computed_amount: 5000, payment_method: 'bank_transfer' } as const;
const paid = (method: 'cash' | 'bank_transfer', reversed_by: number | null = null) =>
  ({ kind: 'payment', method, reversed_by }) as const;

test('a booking paid in another way than promised no longer names the promised one', () => {
  expect(promisedWay(BOOKING, [])).toBe('Bank Transfer');
  expect(promisedWay(BOOKING, [paid('bank_transfer')])).toBe('Bank Transfer');
  expect(promisedWay(BOOKING, [paid('bank_transfer'), paid('cash')])).toBe('');
  expect(promisedWay(BOOKING, [paid('cash', 7)])).toBe('Bank Transfer');
  expect(promisedWay({ ...BOOKING, computed_amount: 0 }, [])).toBe('Nothing to pay');
});
