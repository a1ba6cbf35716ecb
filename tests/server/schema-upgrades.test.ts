import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { verifyDatabase } from '../../src/backups/database-snapshot.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { migrate, SCHEMA_VERSION, schemaVersionOf } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { makeTempDir, removeDirs } from '../support/data-dir.ts';
import { runCommand } from '../support/run-command.ts';
import { startServerProcess } from '../support/server-process.ts';

const folders: string[] = [];
afterAll(() => removeDirs(...folders));

/** A club as an earlier version of the program left it: its schema, and rows of its first day. */
function createOldClub(schema: number): string {
  const dataDir = makeTempDir();
  folders.push(dataDir);
  loadConfig({ DATA_DIR: dataDir });
  const db = openDatabase(join(dataDir, 'club.db'));
  migrate(db, undefined, schema);
  db.run(
    "INSERT INTO user (email, name, created_at, updated_at) VALUES ('a@example.com', 'Ayesha Khan', 1, 1)",
  );
  db.run(`INSERT INTO booking (court_id, user_id, date, start_time, duration, slots, name, email, phone,
      payment_method, hourly_rate, computed_amount, created_at)
    VALUES (1, 1, '2026-11-20', '18:00', 60, '["18:00","18:30"]', 'Ayesha Khan', 'a@example.com', '+923001234567',
      'cash', 5000, 10000, 1)`);
  db.run(
    "INSERT INTO claim (court_id, date, slot, booking_id) VALUES (1, '2026-11-20', 36, 1), (1, '2026-11-20', 37, 1)",
  );
  db.run(
    "INSERT INTO history (at, actor, action, subject, subject_id) VALUES (1, 'guest', 'created', 'booking', 1)",
  );
  db.run(
    "INSERT INTO contact_message (name, email, subject, message, created_at) VALUES ('B', 'b@example.com', 'general', 'Hello', 1)",
  );
  db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  return dataDir;
}

const earlierSchemas = Array.from({ length: SCHEMA_VERSION - 1 }, (_, at) => at + 1);

test.each(earlierSchemas)(
  'a club of schema %p is copied, upgraded and served with all it had',
  async (schema) => {
    const dataDir = createOldClub(schema);
    const club = await startServerProcess({ dataDir });
    const booking = (await (await fetch(`${club.url}/api/booking/1`)).json()) as {
      booking: { start_time: string };
    };
    expect(booking.booking.start_time).toBe('18:00');
    const slots = (await (
      await fetch(`${club.url}/api/slots?date=2026-11-20&courtId=1`)
    ).json()) as unknown[];
    expect(slots).toHaveLength(42);
    await club.stop();
    expect(verifyDatabase(join(dataDir, 'club.db')).schema).toBe(SCHEMA_VERSION);
    const db = new Database(join(dataDir, 'club.db'));
    const count = (table: string) => db.query(`SELECT count(*) FROM ${table}`).values()[0]?.[0];
    const counts = ['user', 'booking', 'claim', 'history', 'contact_message'].map(count);
    db.close();
    expect(counts).toEqual([1, 1, 2, 1, 1]);
    const [copy = '', ...rest] = readdirSync(join(dataDir, 'backups'));
    expect(rest).toEqual([]);
    expect(copy).toStartWith(`before-schema-${schema + 1}-`);
    expect(verifyDatabase(join(dataDir, 'backups', copy)).schema).toBe(schema);
  },
);

test('an upgrade keeps received card payments', () => {
  const db = openDatabase(join(createOldClub(8), 'club.db'));
  db.run("UPDATE booking SET payment_method = 'card', status = 'paid'");
  db.run(
    "INSERT INTO checkout (booking_id, token, amount, state, expires_at, created_at) VALUES (1, 't', 9000, 'paid', 1, 1)",
  );
  migrate(db);
  expect(db.query('SELECT computed_amount, card_received FROM booking').all()).toEqual([
    { computed_amount: 10000, card_received: 9000 },
  ]);
  db.close();
});

test('an older program refuses a newer club and leaves it unchanged', async () => {
  const dataDir = createOldClub(SCHEMA_VERSION);
  const db = new Database(join(dataDir, 'club.db'));
  db.run(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
  db.close();
  for (const command of [['serve'], ['promote', 'a@example.com']]) {
    const { exitCode, stderr } = await runCommand([...command, '--data', dataDir], { PORT: '0' });
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`schema ${SCHEMA_VERSION + 1}`);
    expect(stderr).not.toContain('    at ');
  }
  const after = new Database(join(dataDir, 'club.db'));
  expect(schemaVersionOf(after)).toBe(SCHEMA_VERSION + 1);
  after.close();
});

test('a failed upgrade stops before the failed step and continues once the cause is gone', () => {
  const dataDir = createOldClub(1);
  const db = openDatabase(join(dataDir, 'club.db'));
  // Something stands where a later step wants to put its table.
  db.run('CREATE TABLE backup_run (id INTEGER)');
  expect(() => migrate(db)).toThrow('already exists');
  expect(schemaVersionOf(db)).toBeLessThan(SCHEMA_VERSION);
  expect(db.query('PRAGMA foreign_keys').values()).toEqual([[1]]);
  db.run('DROP TABLE backup_run');
  migrate(db);
  expect(schemaVersionOf(db)).toBe(SCHEMA_VERSION);
  db.close();
});

test('commands ask for the upgrade instead of working on an older club', async () => {
  const dataDir = createOldClub(SCHEMA_VERSION - 1);
  const { exitCode, stderr } = await runCommand(['promote', 'a@example.com', '--data', dataDir]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('Start the site once; it upgrades the club.');
  // Saving it works in any case.
  expect((await runCommand(['backup', '--data', dataDir])).exitCode).toBe(0);
});
