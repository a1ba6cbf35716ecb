import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { listBookFaults } from '../../../src/cli/check-books.ts';
import { generateDemoData } from '../../../src/cli/demo/generate-demo-data.ts';
import { checkBooks } from '../../../src/cli/doctor/check-records.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { NO_PROGRESS } from '../../../src/domain/progress-reporter.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';

let club: TestClub;

/** A club with payments, a refund, credit, a reversal, an open and a closed shift. */
beforeEach(async () => {
  club = await createTestClub();
  const { headers } = await club.signIn({ is_admin: true, email: 'admin@example.com' });
  const member = await club.signIn({ email: 'ayesha@example.com' });
  const post = async (path: string, body: unknown) => {
    const { status, json } = await club.post(`/api/admin${path}`, body, headers);
    expect(status).toBe(201);
    club.clock.now += 1000;
    return json.data;
  };
  const { json } = await club.post('/api/book', bookingBody(), member.headers);
  const { id } = json.booking;
  await post('/shifts', { float: 2000 });
  await post(`/users/${member.id}/credit`, { paid: 1000, credit: 1100, method: 'cash' });
  await post(`/bookings/${id}/payments`, { amount: 1000, method: 'credit' });
  const { entry } = await post(`/bookings/${id}/payments`, { amount: 700, method: 'cash' });
  await post(`/ledger/${entry.id}/reverse`, { reason: 'another customer' });
  await club.put('/api/admin/shifts/1/close', { counted: 3000 }, headers);
  club.clock.now += 1000;
  await post('/shifts', { float: 0 });
  await post(`/bookings/${id}/payments`, { amount: 5500, method: 'cash' });
  await post(`/bookings/${id}/refunds`, { amount: 500, method: 'bank_transfer' });
});
afterEach(() => club.close());

test('the books of a club agree after every kind of entry', () => {
  expect(listBookFaults(club.db)).toEqual([]);
});

const LEDGER_TRIGGERS =
  'DROP TRIGGER ledger_entry_keeps_rows; DROP TRIGGER ledger_entry_keeps_words; DROP TRIGGER ledger_entry_counts;';

test.each<[string, string, string[]]>([
  [
    'a changed sum of a booking',
    'UPDATE booking SET received = 4999',
    ['Bookings whose price, charge or received total differs from their payers: 1, such as booking #1.'],
  ],
  [
    'a changed sum of a payer',
    'UPDATE payer SET received = received + 1',
    ['Payers whose received total differs from their ledger entries: 1, such as payer 1.'],
  ],
  [
    'a changed charge of a booking that stands',
    'UPDATE payer SET charge = 4000',
    ['Active bookings that charge a different amount than their price: 1, such as booking #1.'],
  ],
  [
    'an entry of a payer of another booking',
    `${LEDGER_TRIGGERS} INSERT INTO booking (court_id, date, start_time, duration, slots, hourly_rate, created_at)
       VALUES (2, '2026-11-22', '18:00', 60, '["18:00","18:30"]', 0, 1);
     UPDATE ledger_entry SET booking_id = 2 WHERE id = 2`,
    [
      'Ledger entries of a booking that their payer does not owe for: 1, such as entry 2.',
      'Bookings whose price, charge or received total differs from their payers: 1, such as booking #2.',
    ],
  ],
  [
    'credit spent twice',
    'PRAGMA ignore_check_constraints = ON; INSERT INTO credit_entry (at, user_id, amount, ledger_id) VALUES (1, 2, -9000, 2)',
    [
      'Members whose credit is below 0: 1, such as user 2.',
      "Ledger entries by credit that did not change the member's credit: 1, such as entry 2.",
    ],
  ],
  [
    'an entry that was removed',
    `${LEDGER_TRIGGERS} DELETE FROM ledger_entry WHERE id = 5`,
    ['Payers whose received total differs from their ledger entries: 1, such as payer 1.'],
  ],
  [
    'cash outside of an open shift',
    `${LEDGER_TRIGGERS} UPDATE ledger_entry SET shift_id = NULL WHERE id = 5`,
    ['Cash entries outside a shift although one was open: 1, such as entry 5.'],
  ],
  [
    'a changed count of a closed shift',
    'UPDATE shift SET expected = 1 WHERE id = 1',
    ['Closed shifts whose expected cash differs from their entries: 1, such as shift 1.'],
  ],
])('doctor finds %s and tells what to do', (_, damage, texts) => {
  club.db.run(damage);
  const findings = checkBooks({ db: club.db } as Parameters<typeof checkBooks>[0]);
  expect(findings.map(({ text }) => text)).toEqual(texts);
  for (const { status, fix } of findings) expect([status, typeof fix]).toEqual(['fail', 'string']);
});

test('the books of a demo club agree, with part payments, refunds, credit and shifts', () => {
  const db = new Database(':memory:', { strict: true });
  migrate(db);
  const now = Date.parse('2026-11-21T15:00:00+05:00');
  generateDemoData(db, {
    bookings: 2000,
    seed: 1,
    today: '2026-11-21',
    now,
    passwordHash: '',
    progress: NO_PROGRESS,
  });
  expect(listBookFaults(db)).toEqual([]);
  const count = (sql: string) => db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${sql}`).get()?.n;
  const paid = count("booking WHERE status = 'paid'") ?? 0;
  expect(paid).toBeGreaterThan(1000);
  expect(count("booking WHERE status = 'paid' AND received <> charge")).toBe(0);
  expect(count("booking WHERE status = 'cancelled' AND charge > 0")).toBeGreaterThan(5);
  expect(count("booking WHERE status = 'pending' AND received > 0")).toBeGreaterThan(5);
  expect(count("ledger_entry WHERE kind = 'refund'")).toBeGreaterThan(20);
  expect(count("ledger_entry WHERE kind = 'payment'")).toBeGreaterThan(paid);
  expect(count('shift WHERE closed_at IS NULL')).toBe(1);
  expect(count('ledger_entry WHERE shift_id IS NOT NULL')).toBeGreaterThan(5);
  expect(count("ledger_entry WHERE method = 'cash' AND shift_id IS NULL")).toBe(0);
  expect([count('plan'), count("purchase WHERE state = 'active'")]).toEqual([3, 4]);
  expect(count('purchase_slot')).toBeGreaterThan(2);
  expect(count("booking_line WHERE label LIKE 'Gold: included%' AND amount < 0")).toBeGreaterThan(0);
  expect(count('ledger_entry AS entry JOIN shift ON shift.id = shift_id AND at < opened_at')).toBe(0);
  db.close();
});
