/** A club of the schema before calendars keeps every slot, and its order of play. */
import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { migrate, SCHEMA_VERSION } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { makeTempDir, removeDirs } from '../support/data-dir.ts';
import { OPEN_SLOTS } from '../support/default-day-plan.ts';

/** The version before `0024_calendar_court_prices_and_claims.sql`. */
const SCHEMA_BEFORE = 21;
const dataDir = makeTempDir();
afterAll(() => removeDirs(dataDir));

const CLAIMS = 'SELECT court_id, date, slot, booking_id, closure_id FROM claim ORDER BY court_id, date, slot';
const orderAt = (opening: string) =>
  `SELECT id FROM booking ORDER BY date || CASE WHEN start_time < '${opening}' THEN 'n' ELSE 'd' END || start_time`;

test('claims, closures and the order of play are the same after the upgrade, and any half-hour fits', () => {
  const db = openDatabase(join(dataDir, 'club.db'));
  migrate(db, SCHEMA_BEFORE);
  expect(db.query("SELECT 1 FROM pragma_table_info('claim') WHERE name = 'offer_id'").get()).toBeNull();
  const time = (slot: number) => `${String(Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 ? '30' : '00'}`;
  for (const [at, slot] of OPEN_SLOTS.entries()) {
    if (at % 2 === 1) continue;
    const slots = [slot, (slot + 1) % 48];
    const { lastInsertRowid } = db
      .query(
        `INSERT INTO booking (court_id, date, start_time, duration, slots, name, email, phone, payment_method,
           hourly_rate, computed_amount, charge, created_at)
         VALUES (1, '2026-11-20', ?, 60, ?, 'Ayesha Khan', 'a@example.com', '+923001234567', 'cash', 5000, 5000, 5000, 1)`,
      )
      .run(time(slot), JSON.stringify(slots.map(time)));
    for (const claimed of slots)
      db.query("INSERT INTO claim (court_id, date, slot, booking_id) VALUES (1, '2026-11-20', ?, ?)").run(
        claimed,
        lastInsertRowid,
      );
  }
  db.run("INSERT INTO closure (court_id, date, reason, created_at) VALUES (2, '2026-11-20', 'Nets', 1)");
  db.run("INSERT INTO claim (court_id, date, slot, closure_id) VALUES (2, '2026-11-20', 0, 1)");
  const claims = db.query(CLAIMS).values();
  const order = db.query(orderAt('07:00')).values();
  expect(claims).toHaveLength(43);

  migrate(db);
  expect(db.query('PRAGMA user_version').values()).toEqual([[SCHEMA_VERSION]]);
  expect(db.query(CLAIMS).values()).toEqual(claims);
  expect(db.query(orderAt('06:00')).values()).toEqual(order);
  expect(db.query('PRAGMA foreign_key_check').all()).toEqual([]);
  const plan = db.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${orderAt('06:00')}`).all();
  expect(plan.map(({ detail }) => detail).join()).toContain('booking_begins');

  const claim = (slot: number, owner: string) =>
    db.run(`INSERT INTO claim (court_id, date, slot, ${owner}) VALUES (1, '2026-11-21', ${slot}, 1)`);
  for (const slot of [8, 11, 12, 13]) claim(slot, 'closure_id');
  claim(14, 'offer_id');
  expect(() => claim(48, 'closure_id')).toThrow();
  expect(() => claim(8, 'booking_id')).toThrow();
  expect(() => db.run("INSERT INTO claim (court_id, date, slot) VALUES (1, '2026-11-21', 20)")).toThrow();
  expect(() =>
    db.run(
      "INSERT INTO claim (court_id, date, slot, booking_id, offer_id) VALUES (1, '2026-11-21', 20, 1, 1)",
    ),
  ).toThrow();
  // Deleting a closure still frees its slots.
  db.run('DELETE FROM closure WHERE id = 1');
  expect(db.query('SELECT count(*) FROM claim WHERE closure_id IS NOT NULL').values()).toEqual([[0]]);
  db.close();
  expect(new Database(join(dataDir, 'club.db')).query('PRAGMA integrity_check').values()).toEqual([['ok']]);
});
