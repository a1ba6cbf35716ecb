import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { migrate } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { makeTempDir, removeDirs } from '../support/data-dir.ts';

test('an upgrade renames the kinds of messages about card payments, and their keys begin with the booking', () => {
  const dataDir = makeTempDir();
  const db = openDatabase(join(dataDir, 'club.db'));
  migrate(db, 9);
  db.run(`INSERT INTO booking (court_id, date, start_time, duration, slots, name, email, phone, payment_method,
      hourly_rate, computed_amount, created_at)
    VALUES (1, '2026-11-20', '18:00', 60, '["18:00","18:30"]', 'Ayesha', 'a@example.com', '+923001234567', 'card',
      5000, 5000, 1)`);
  const insert = db.prepare(
    `INSERT INTO outbox (key, kind, channel, audience, booking_id, message_id, created_at) VALUES (?, ?, ?, ?, 1, 'x', 1)`,
  );
  insert.run('payment.stray:1:5000', 'payment.stray', 'email', 'customer');
  insert.run('club.stray:1:5000', 'club.stray', 'email', 'club');
  insert.run('sms:1:1:2026-11-20:18:00', 'sms.booked', 'sms', 'customer');
  insert.run('booking.received:1:new', 'booking.received', 'email', 'customer');
  migrate(db);
  expect(db.query('SELECT key, kind, recipient FROM outbox ORDER BY id').values()).toEqual([
    ['1:payment.unmatched:5000', 'payment.unmatched', 'a@example.com'],
    ['1:club.unmatched:5000', 'club.unmatched', null],
    ['1:sms:1:2026-11-20:18:00', 'sms.booked', '+923001234567'],
    ['1:booking.received:new', 'booking.received', 'a@example.com'],
  ]);
  db.close();
  removeDirs(dataDir);
});
