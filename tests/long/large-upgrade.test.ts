/** The upgrade of a large club of 0.1.0, with its backup. */
import type { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { upgradeWithBackup } from '../../src/backups/upgrade-with-backup.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { removeDirs } from '../support/data-dir.ts';
import { openReleasedDatabase } from '../support/released-club.ts';

const BOOKING_COUNT = 1_000_000;
const MAX_SECONDS = 60;
const folders: string[] = [];
afterAll(() => removeDirs(...folders));

/** Twenty courts sell eight hours a day, backwards from the first booking of the club; a tenth is cancelled. */
function insertBookings(db: Database): void {
  db.run(`
    PRAGMA cache_size = -1000000;
    CREATE TEMP TABLE number AS
      WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < ${BOOKING_COUNT - 1})
      SELECT n FROM number;
    CREATE TEMP TABLE earlier AS SELECT max(id) AS id, min(date) AS date FROM booking;
    INSERT INTO court (id, name) SELECT n, 'Court ' || n FROM number WHERE n BETWEEN 4 AND 20;
    INSERT INTO booking (court_id, date, start_time, slots, name, email, phone, status, payment_method, hourly_rate,
      computed_amount, created_at)
      SELECT 1 + n % 20, date(earlier.date, (-1 - n / 160) || ' days'), format('%02d:00', hour),
        json_array(format('%02d:00', hour), format('%02d:30', hour)), 'Customer ' || (n % 50000),
        'customer' || (n % 50000) || '@example.com', '+92300' || (1000000 + n % 50000),
        iif(n % 10 = 0, 'cancelled', 'paid'), iif(n % 3 = 0, 'cash', 'bank_transfer'), 5000, 5000, n
      FROM (SELECT n, 7 + 2 * (n / 20 % 8) AS hour FROM number), earlier;
    INSERT INTO claim (court_id, date, slot, booking_id)
      SELECT court_id, booking.date, 2 * substr(start_time, 1, 2) + n, booking.id
      FROM booking JOIN earlier ON booking.id > earlier.id JOIN (SELECT 0 AS n UNION ALL SELECT 1) WHERE status = 'paid' ORDER BY 1, 2, 3;
    INSERT INTO history (at, actor, action, subject, subject_id, details)
      SELECT created_at, 'admin', 'status', 'booking', booking.id, json_object('from', 'pending', 'to', status)
      FROM booking JOIN earlier ON booking.id > earlier.id;
    DROP TABLE temp.number;
    DROP TABLE temp.earlier;
    ANALYZE;
    PRAGMA wal_checkpoint(TRUNCATE);
  `);
}

test('a club of 0.1.0 with a million bookings is backed up and upgraded within a minute', async () => {
  const { db: released, dataDir } = openReleasedDatabase('0.1.0');
  folders.push(dataDir);
  insertBookings(released);
  released.close();
  const db = openDatabase(join(dataDir, 'club.db'));
  const started = performance.now();
  const cpuBefore = process.cpuUsage();
  const upgrade = await upgradeWithBackup(dataDir, db, 'test');
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  console.log(
    `upgraded in ${seconds.toFixed(0)} s, ${((user + system) / 1e6).toFixed(0)} s of processor time`,
  );
  expect(upgrade).toMatchObject({ from: 9, isRewritten: true });
  const paid = db
    .query(
      "SELECT count(*), sum(received) FROM customer_booking WHERE email LIKE 'customer%' AND status = 'paid'",
    )
    .values();
  expect(paid).toEqual([[BOOKING_COUNT * 0.9, BOOKING_COUNT * 0.9 * 5000]]);
  db.close();
  expect(seconds).toBeLessThan(MAX_SECONDS);
}, 900_000);
