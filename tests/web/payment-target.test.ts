import { expect, test } from 'bun:test';
import { paymentTarget } from '../../web/admin/money/payment-sheet.tsx';

const booking = { id: 7, is_shared: true, balance: -1000 };

test('what players get back is chosen in the booking, everything else in the sheet', () => {
  expect(paymentTarget(booking, null)).toEqual({ booking: '7' });
  const sheet = { pay: '7', payer: undefined };
  expect(paymentTarget({ ...booking, balance: 1000 }, null)).toEqual(sheet);
  expect(paymentTarget({ ...booking, is_shared: false }, null)).toEqual(sheet);
  expect(paymentTarget(booking, null, -1000)).toEqual(sheet);
  expect(paymentTarget(booking, { id: 9 }, -1000)).toEqual({ pay: '7', payer: '9' });
});
