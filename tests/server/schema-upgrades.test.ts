import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { verifyChecksum } from '../../src/backups/archive.ts';
import { verifyDatabase } from '../../src/backups/verify-database.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { migrate, SCHEMA_VERSION, schemaVersionOf } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { addReceipt, hashClubData, makeTempDir, removeDirs } from '../support/data-dir.ts';
import { runCommand } from '../support/run-command.ts';
import { startServerProcess } from '../support/server-process.ts';

const folders: string[] = [];
afterAll(() => removeDirs(...folders));

/** A club with the schema of an earlier version and rows of its first day. */
function createOldClub(schema: number): string {
  const dataDir = makeTempDir();
  folders.push(dataDir);
  loadConfig({ DATA_DIR: dataDir });
  const db = openDatabase(join(dataDir, 'club.db'));
  migrate(db, schema);
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
    `INSERT INTO ${schema < 34 ? 'history' : 'audit_log'} (at, actor, action, subject, subject_id) VALUES (1, 'guest', 'created', 'booking', 1)`,
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
  'a club of schema %p is backed up, upgraded and served with all its rows',
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
    const counts = ['user', 'booking', 'claim', 'audit_log', 'contact_message'].map(count);
    db.close();
    expect(counts).toEqual([1, 1, 2, 1, 1]);
    const [copy = '', ...rest] = readdirSync(join(dataDir, 'backups'));
    expect(rest).toEqual([]);
    expect(copy).toStartWith(`before-schema-${schema + 1}-`);
    const unpacked = unpack(join(dataDir, 'backups', copy));
    expect(verifyDatabase(join(unpacked, 'club.db')).schema).toBe(schema);
  },
);

/** Unpacks a backup without the program. */
function unpack(path: string): string {
  const target = makeTempDir();
  folders.push(target);
  // The last 40 bytes are the checksum, which zstd tools skip.
  const tar = zstdDecompressSync(readFileSync(path).subarray(0, -40));
  expect(Bun.spawnSync(['tar', '-xf', '-', '-C', target], { stdin: tar }).exitCode).toBe(0);
  return target;
}

test('the backup of an upgrade leads back: an older program finds all it had before', async () => {
  const dataDir = createOldClub(SCHEMA_VERSION - 1);
  const db = openDatabase(join(dataDir, 'club.db'));
  mkdirSync(join(dataDir, 'receipts'));
  addReceipt(db, dataDir, 1);
  db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  mkdirSync(join(dataDir, 'media'));
  writeFileSync(join(dataDir, 'media/court.webp'), 'a picture');
  const before = hashClubData(dataDir);
  await (await startServerProcess({ dataDir })).stop();
  const [name = ''] = readdirSync(join(dataDir, 'backups'));
  const path = join(dataDir, 'backups', name);

  // What the program of before reads: a valid checksum, a manifest with these keys only, and every file.
  verifyChecksum(path);
  const unpacked = unpack(path);
  expect(hashClubData(unpacked)).toBe(before);
  const manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  expect(Object.keys(manifest).sort()).toEqual(
    ['files', 'format', 'made_at', 'missing_receipts', 'program', 'schema', 'secrets'].sort(),
  );
  expect(manifest).toMatchObject({ format: 1, schema: SCHEMA_VERSION - 1, missing_receipts: [] });

  // This program restores it too, and upgrades it again.
  const restored = await runCommand(['restore', path, '--data', dataDir]);
  expect(restored.exitCode).toBe(0);
  const club = await startServerProcess({ dataDir });
  expect((await fetch(`${club.url}/api/booking/1`)).status).toBe(200);
  await club.stop();
  expect(readdirSync(join(dataDir, 'receipts'))).toHaveLength(1);
});

test('an upgrade stops when its backup cannot be made, and the club stays as it was', async () => {
  const dataDir = createOldClub(SCHEMA_VERSION - 1);
  writeFileSync(join(dataDir, 'backups'), 'a file in the place of the folder');
  const { exitCode } = await runCommand(['serve', '--data', dataDir], { PORT: '0' });
  expect(exitCode).toBe(1);
  expect(verifyDatabase(join(dataDir, 'club.db')).schema).toBe(SCHEMA_VERSION - 1);
});

test('two servers that start together make one backup and upgrade once', async () => {
  const dataDir = createOldClub(SCHEMA_VERSION - 1);
  const clubs = await Promise.all([startServerProcess({ dataDir }), startServerProcess({ dataDir })]);
  for (const club of clubs) await club.stop();
  expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(1);
});

test('an upgrade keeps received card payments', () => {
  const db = openDatabase(join(createOldClub(8), 'club.db'));
  db.run("UPDATE booking SET payment_method = 'card', status = 'paid'");
  db.run(
    "INSERT INTO checkout (booking_id, token, amount, state, expires_at, created_at) VALUES (1, 't', 9000, 'paid', 1, 1)",
  );
  migrate(db);
  expect(db.query('SELECT charge, received FROM booking').all()).toEqual([{ charge: 10000, received: 9000 }]);
  expect(db.query('SELECT kind, method, amount FROM ledger_entry').all()).toEqual([
    { kind: 'payment', method: 'card', amount: 9000 },
  ]);
  db.close();
});

test('an upgrade moves the deadline of an open card payment to its booking and gives no other booking one', () => {
  const dataDir = createOldClub(13);
  const db = openDatabase(join(dataDir, 'club.db'));
  const insertBooking = db.query(
    `INSERT INTO booking (id, court_id, date, start_time, slots, name, email, phone, status, payment_method,
       hourly_rate, computed_amount, created_at)
     VALUES (?, 2, ?, '18:00', '["18:00","18:30"]', 'B', 'b@example.com', '+923001234567', ?, ?, 5000, 5000, 1)`,
  );
  const bookings: [status: string, method: string, checkout: string | null][] = [
    ['pending', 'bank_transfer', null],
    ['pending', 'card', 'open'],
    ['cancelled', 'card', 'open'],
    ['cancelled', 'card', 'released'],
    ['paid', 'card', 'paid'],
  ];
  for (const [index, [status, method, checkout]] of bookings.entries()) {
    const id = index + 2;
    insertBooking.run(id, `2026-12-0${id}`, status, method);
    if (!checkout) continue;
    db.query(
      'INSERT INTO checkout (booking_id, token, amount, state, expires_at, created_at) VALUES (?, ?, 5000, ?, 900, 1)',
    ).run(id, `t${id}`, checkout);
  }
  migrate(db);
  expect(db.query('SELECT id, pay_by FROM booking WHERE pay_by IS NOT NULL').all()).toEqual([
    { id: 3, pay_by: 900 },
  ]);
  expect(db.query('SELECT booking_id, state FROM checkout ORDER BY 1').values()).toEqual([
    [3, 'open'],
    [4, 'released'],
    [5, 'released'],
    [6, 'paid'],
  ]);
  db.close();
});

test('an upgrade keeps every checkout, and a booking can have several', () => {
  const db = openDatabase(join(createOldClub(24), 'club.db'));
  const insert = db.query(
    `INSERT INTO checkout (booking_id, reference, payment_url, token, amount, state, created_at, settled_at,
       reported_amount) VALUES (1, 'track_1', 'https://pay.example', 't1', 5000, ?, 1, 2, 4000)`,
  );
  insert.run('open');
  const columns =
    'booking_id, reference, payment_url, token, amount, state, created_at, settled_at, reported_amount';
  const before = db.query(`SELECT ${columns} FROM checkout`).values();
  migrate(db);
  expect(db.query(`SELECT ${columns} FROM checkout`).values()).toEqual(before);
  const second =
    "INSERT INTO checkout (booking_id, token, amount, state, created_at) VALUES (1, ?, 9, 'open', 3)";
  db.run(second, ['t2']);
  expect(() => db.run(second, ['t1'])).toThrow('UNIQUE');
  expect(db.query('SELECT id, token FROM checkout').values()).toEqual([
    [1, 't1'],
    [2, 't2'],
  ]);
  db.close();
});

test('an upgrade lets a booking take half an hour and keeps every other length as it is', () => {
  const db = openDatabase(join(createOldClub(27), 'club.db'));
  const insert = (start: string, duration: number | null, slots: string[]) =>
    db
      .query(
        `INSERT INTO booking (court_id, date, start_time, duration, slots, name, email, phone, status, pay_by,
           payment_receipt, attendance, payment_method, hourly_rate, computed_amount, created_at)
         VALUES (2, '2026-11-20', ?, ?, ?, 'B', 'b@example.com', '', 'cancelled', 9, 'r', 'no_show', 'card', 1, 1, 1)`,
      )
      .run(start, duration, JSON.stringify(slots));
  insert('20:00', 90, ['20:00', '20:30', '21:00']);
  expect(() => insert('22:00', null, ['22:00'])).toThrow();
  const rows = () => db.query('SELECT * FROM booking ORDER BY id').all();
  const objects = () =>
    db.query("SELECT name FROM sqlite_schema WHERE tbl_name = 'booking' ORDER BY name").values();
  const before = [rows(), objects()];
  migrate(db, 28);
  expect([rows(), objects()]).toEqual(before);
  insert('22:00', null, ['22:00']);
  for (const [duration, slots] of [
    [30, ['23:00']],
    [60, ['23:00']],
    [null, ['23:00', '23:30']],
    [null, []],
  ] as const) {
    expect(() => insert('23:00', duration, [...slots])).toThrow(/CHECK/);
  }
  expect(db.query('PRAGMA integrity_check').values()).toEqual([['ok']]);
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

test('a failed upgrade leaves the file as it was and succeeds once the cause is gone', () => {
  const dataDir = createOldClub(1);
  const db = openDatabase(join(dataDir, 'club.db'));
  // A table has the name of one that a later migration creates.
  db.run('CREATE TABLE backup_run (id INTEGER)');
  expect(() => migrate(db)).toThrow('already exists');
  expect(schemaVersionOf(db)).toBe(1);
  expect(db.query("SELECT count(*) FROM sqlite_schema WHERE name = 'outbox'").values()).toEqual([[0]]);
  expect(db.query('PRAGMA foreign_keys').values()).toEqual([[1]]);
  db.run('DROP TABLE backup_run');
  migrate(db);
  expect(schemaVersionOf(db)).toBe(SCHEMA_VERSION);
  db.close();
});

test('an upgrade refuses a file whose rows refer to missing rows, and leaves it as it was', () => {
  const db = openDatabase(join(createOldClub(1), 'club.db'));
  db.run('PRAGMA foreign_keys = OFF');
  db.run('UPDATE booking SET court_id = 9');
  expect(() => migrate(db)).toThrow('rows of booking that refer to missing rows');
  expect(schemaVersionOf(db)).toBe(1);
  db.close();
});

test('the log of an upgrade names the stages of its backup and each step', async () => {
  const club = await startServerProcess({ dataDir: createOldClub(SCHEMA_VERSION - 1) });
  await club.stop();
  const steps = club
    .output()
    .split('\n')
    .filter((line) => line.includes('"event":"upgrading"'));
  expect(steps.some((line) => line.includes('"backup":"Packing"'))).toBe(true);
  expect(steps.at(-1)).toContain(`"schema":${SCHEMA_VERSION},"of":${SCHEMA_VERSION}`);
});

test('commands ask for the upgrade of an older club', async () => {
  const dataDir = createOldClub(SCHEMA_VERSION - 1);
  const { exitCode, stderr } = await runCommand(['promote', 'a@example.com', '--data', dataDir]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('Start the site once; it upgrades the club.');
  // A backup works with any schema.
  expect((await runCommand(['backup', '--data', dataDir])).exitCode).toBe(0);
});
