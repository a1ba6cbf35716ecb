import { expect, test } from 'bun:test';
import { whatNow } from '../../web/admin/bookings/reject-receipt.tsx';

test('a rejected receipt names its deadline, and says where there is none', () => {
  expect(whatNow({ status: 'pending', pay_by: '2026-11-27T20:05:00+05:00' }, false, true)).toBe(
    'New deadline: Fri, Nov 27, 8:05 PM.',
  );
  expect(whatNow({ status: 'pending', pay_by: null }, false, true)).toBe(
    'It’s too close to play for a new deadline: the court stays held unless you cancel.',
  );
  expect(whatNow({ status: 'cancelled', pay_by: null }, false, true)).toBe('The customer has been told.');
  expect(whatNow({ status: 'pending', pay_by: null }, true, true)).toBe('The customer has been told.');
  expect(whatNow({ status: 'cancelled', pay_by: null }, false, false)).toBe('Nobody has been told.');
});
