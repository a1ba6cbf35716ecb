import { afterEach, beforeEach, expect, test } from 'bun:test';
import { listBookFaults } from '../../../src/cli/check-books.ts';
import { createTestClub, type TestClub } from '../../support/test-club.ts';

const DATE = '2026-11-21';

let club: TestClub;
let admin: Record<string, string>;
beforeEach(async () => {
  // Friday, 6 PM.
  club = await createTestClub({ now: Date.parse('2026-11-20T18:00:00+05:00') });
  admin = (await club.signIn({ is_admin: true, email: 'admin@example.com' })).headers;
});
afterEach(() => {
  expect(listBookFaults(club.db)).toEqual([]);
  club.close();
});

const walkIn = (slots: string[], over: Record<string, unknown> = {}) =>
  club.post('/api/admin/bookings', { court_id: 1, date: DATE, slots, name: 'Omar Sheikh', ...over }, admin);
const quote = (slots: string[], over: Record<string, unknown> = {}) =>
  club.post('/api/admin/bookings/quote', { court_id: 1, date: DATE, slots, ...over }, admin);

beforeEach(async () => {
  await club.signIn({ email: 'bilal@example.com' });
  const codes = [
    { code: null, name: 'Members', percent: 20, members_only: true },
    { code: 'ONCE', name: 'Once', amount_off: 1000, max_uses: 1 },
  ];
  for (const code of codes) await club.post('/api/admin/promo-codes', code, admin);
});

test('the price of a walk-in is quoted with a member’s email and a code, and charged so', async () => {
  const over = { email: 'Bilal@example.com', code: 'once' };
  const { status, json } = await quote(['18:00', '18:30'], over);
  expect([status, json.data]).toEqual([
    200,
    {
      total: 3000,
      is_member: true,
      lines: [
        { label: 'Court', amount: 5000 },
        { label: 'Members', amount: -1000 },
        { label: 'Code ONCE', amount: -1000 },
      ],
    },
  ]);
  const paid = await walkIn(['18:00', '18:30'], { ...over, amount: 3000, payment: { method: 'cash' } });
  expect(paid.json.data.booking).toMatchObject({ status: 'paid', computed_amount: 3000, received: 3000 });
  const again = await quote(['19:00', '19:30'], over);
  expect([again.status, again.json.fields]).toEqual([422, { code: 'This code has been used up.' }]);
});

test('a price that the desk has not seen is refused with the right one', async () => {
  const { status, json } = await walkIn(['18:00', '18:30'], { email: 'bilal@example.com', amount: 5000 });
  expect([status, json.reason, json.amount]).toEqual([409, 'price_changed', 4000]);
  expect(club.rows('SELECT 1 FROM booking')).toEqual([]);
});

test('a price of nothing is paid at once', async () => {
  await club.post('/api/admin/promo-codes', { code: 'FREE', name: 'Free', percent: 100 }, admin);
  const { json } = await walkIn(['18:00', '18:30'], { code: 'FREE', payment: { method: 'cash' } });
  expect(json.data.booking).toMatchObject({ status: 'paid', computed_amount: 0, received: 0, balance: 0 });
});
