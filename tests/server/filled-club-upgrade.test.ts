import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { BookingStore } from '../../src/bookings/store.ts';
import { findBookFaults } from '../../src/cli/check-books.ts';
import { migrate, SCHEMA_VERSION, schemaVersionOf } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { addDays } from '../../src/domain/business-day.ts';
import { findOfferFaults } from '../../src/waitlist/check-offer-integrity.ts';
import { makeTempDir, removeDirs } from '../support/data-dir.ts';

const folders: string[] = [];
afterEach(() => removeDirs(...folders.splice(0)));

const BOOKINGS = 2000;
const STATUSES = ['pending', 'paid', 'cancelled'];

/** A club of an earlier schema with bookings of each status and method, their slots and payments, and closures. */
function createFilledClub(schema: number) {
  const folder = makeTempDir();
  folders.push(folder);
  const db = openDatabase(join(folder, 'club.db'));
  migrate(db, schema);
  db.transaction(() => {
    db.run("INSERT INTO user (email, name, created_at, updated_at) VALUES ('a@example.com', 'Ayesha', 1, 1)");
    const insert = db.prepare(
      `INSERT INTO booking (court_id, user_id, date, start_time, duration, slots, name, email, phone, status,
         payment_method, hourly_rate, computed_amount, charge, created_at)
       VALUES (?, ?, ?, '20:00', 60, '["20:00","20:30"]', 'Ayesha', 'a@example.com', '+923001234567', ?, ?, 5000,
         5000, ?, ?)`,
    );
    for (let at = 0; at < BOOKINGS; at += 1) {
      const court = 1 + (at % 2);
      const date = addDays('2026-01-01', at >> 1);
      const status = STATUSES[at % 3] ?? '';
      const method = at % 2 ? 'cash' : 'bank_transfer';
      const charge = status === 'cancelled' ? 0 : 5000;
      insert.run(court, at % 4 ? 1 : null, date, status, method, charge, at);
      const id = at + 1;
      if (status !== 'cancelled') {
        db.query(
          'INSERT INTO claim (court_id, date, slot, booking_id) VALUES (?1, ?2, 40, ?3), (?1, ?2, 41, ?3)',
        ).run(court, date, id);
      }
      if (status === 'paid') {
        db.query(
          `INSERT INTO ledger_entry (at, booking_id, kind, method, amount, actor)
           VALUES (1, ?, 'payment', ?, 5000, 'admin')`,
        ).run(id, method);
      }
    }
    db.run(
      "INSERT INTO closure (court_id, date, reason, created_at) VALUES (1, '2026-01-01', 'Tournament', 1)",
    );
    db.run("INSERT INTO claim (court_id, date, slot, closure_id) VALUES (1, '2026-01-01', 20, 1)");
  })();
  return db;
}

test.each([
  ['before series', 24],
  ['before the waiting list', 25],
  ['before add-ons and codes', 28],
])('a filled club %s keeps every row and gets what it lacks', (_, schema) => {
  const db = createFilledClub(schema);
  const columns = db
    .query<{ name: string }, []>("SELECT name FROM pragma_table_info('booking')")
    .all()
    .map(({ name }) => name)
    .join(', ');
  const read = () => ({
    bookings: db.query(`SELECT ${columns} FROM booking ORDER BY id`).all(),
    claims: db.query('SELECT court_id, date, slot, booking_id, closure_id FROM claim ORDER BY 1, 2, 3').all(),
    entries: db.query('SELECT id, at, booking_id, kind, method, amount FROM ledger_entry ORDER BY id').all(),
  });
  const before = read();
  expect([before.bookings.length, before.claims.length > 2000]).toEqual([BOOKINGS, true]);
  migrate(db);
  expect(schemaVersionOf(db)).toBe(SCHEMA_VERSION);
  expect(read()).toEqual(before);
  expect(db.query('PRAGMA integrity_check').values()).toEqual([['ok']]);
  expect(db.query('PRAGMA foreign_key_check').values()).toEqual([]);
  expect([findBookFaults(db), findOfferFaults(db)]).toEqual([[], []]);

  const booking = new BookingStore(db).require(2);
  expect([booking.series_id, booking.lines, booking.duration]).toEqual([null, undefined, 60]);
  // What came with the schema holds its rules: one owner a slot, no line without its booking.
  db.run(`INSERT INTO series (court_id, weekday, start_time, half_hours, every_weeks, payment_rule, payment_method,
    created_at) VALUES (1, 'tuesday', '20:00', 2, 1, 'each_time', 'cash', 1)`);
  db.run('UPDATE booking SET series_id = 1 WHERE id = 2');
  db.run(`INSERT INTO waitlist_entry (date, from_position, until_position, slots, court_id, name, email, phone, contact, state,
    created_at) VALUES ('2026-01-02', 10, 12, 2, 1, 'Sana', 's@example.com', '', 's@example.com', 'open', 1)`);
  db.run(`INSERT INTO offer (waitlist_entry_id, court_id, date, from_position, slots, created_at, expires_at)
    VALUES (1, 1, '2026-01-02', 10, 2, 1, 2)`);
  expect(findOfferFaults(db)).toEqual(['1 open offers of the waiting list do not hold their slots.']);
  expect(() => db.run("INSERT INTO claim (court_id, date, slot) VALUES (1, '2026-01-02', 22)")).toThrow();
  const line = "VALUES (?, 'add_on', 1, 'Racket', 1, 'booking', 500, 500)";
  const insertLine = db.query(
    `INSERT INTO booking_line (booking_id, kind, source_id, label, quantity, unit, unit_price, amount) ${line}`,
  );
  insertLine.run(2);
  expect(() => insertLine.run(BOOKINGS + 1)).toThrow();
  db.close();
});
