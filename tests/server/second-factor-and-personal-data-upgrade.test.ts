/** The upgrades that added second factors, invitations and personal data, on a filled database. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { upgradeWithBackup } from '../../src/backups/upgrade-with-backup.ts';
import { findBookFaults } from '../../src/cli/check-books.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { makeTempDir, removeDirs } from '../support/data-dir.ts';

/** The schema before passkeys, and the one before the deletion of people. */
const BEFORE_PEOPLE = 20;
const BEFORE_PERSONAL_DATA = 23;

function openFilled(schema: number): Database {
  const db = new Database(':memory:', { strict: true });
  migrate(db, schema);
  const addUser = db.query(
    'INSERT INTO user (email, name, role, email_verified, created_at, updated_at) VALUES (?, ?, ?, 1, 1, 1)',
  );
  const addSession = db.query("INSERT INTO session (sid, user_id, sess, expire) VALUES (?, ?, '{}', 9)");
  const addBooking = db.query(
    `INSERT INTO booking (court_id, user_id, date, start_time, duration, slots, name, email, phone,
       payment_method, hourly_rate, computed_amount, charge, created_at)
     VALUES (1, ?, ?, '18:00', 60, '["18:00","18:30"]', 'Ayesha', 'a@example.com', '+923001234567', 'cash', 5000,
       10000, 10000, 1)`,
  );
  const addEntry = db.query(
    `INSERT INTO ledger_entry (at, booking_id, kind, method, amount, reference, note, actor)
     VALUES (1, ?, 'payment', 'cash', 10000, 'A-1', 'from her brother', 'admin')`,
  );
  db.transaction(() => {
    for (let id = 1; id <= 300; id += 1) {
      addUser.run(`user${id}@example.com`, `User ${id}`, id === 1 ? 'owner' : id < 5 ? 'staff' : null);
      addSession.run(`sid${id}`, id);
      addBooking.run(id, new Date(Date.UTC(2025, 0, id)).toISOString().slice(0, 10));
      addEntry.run(id);
    }
  })();
  return db;
}

const rowsOf = (db: Database, table: string, columns: string) =>
  db.query(`SELECT ${columns} FROM ${table} ORDER BY 1`).values();

test('second factors and invitations: users, roles and sessions stay, and no user has a factor', () => {
  const db = openFilled(BEFORE_PEOPLE);
  const columns = 'id, email, name, role, email_verified, created_at';
  const before = [rowsOf(db, 'user', columns), rowsOf(db, 'session', 'sid, user_id, sess, expire')];
  migrate(db);
  expect([rowsOf(db, 'user', columns), rowsOf(db, 'session', 'sid, user_id, sess, expire')]).toEqual(before);
  expect(db.query('SELECT count(*) FROM user WHERE last_login_at IS NOT NULL').values()).toEqual([[0]]);
  for (const table of ['passkey', 'totp', 'recovery_code', 'invitation', 'personal_data_link'])
    expect([table, rowsOf(db, table, 'count(*)')]).toEqual([table, [[0]]]);
  db.run("INSERT INTO totp (user_id, secret) VALUES (2, x'00')");
  db.run('DELETE FROM user WHERE id = 2');
  expect(rowsOf(db, 'totp', 'count(*)')).toEqual([[0]]);
  expect(db.query('PRAGMA foreign_key_check').all()).toEqual([]);
  db.close();
});

test('personal data: no entry of the books changes, its words may go, its money may not', () => {
  const db = openFilled(BEFORE_PERSONAL_DATA);
  const columns = 'id, at, booking_id, kind, method, amount, reference, note, actor, shift_id, reverses';
  const before = rowsOf(db, 'ledger_entry', columns);
  expect(() => db.run('UPDATE ledger_entry SET note = NULL WHERE id = 1')).toThrow('append-only');
  migrate(db);
  expect(rowsOf(db, 'ledger_entry', columns)).toEqual(before);
  expect(findBookFaults(db)).toEqual([]);
  db.run('UPDATE ledger_entry SET reference = NULL, note = NULL WHERE id = 1');
  for (const change of ["note = 'another'", 'amount = 1', 'booking_id = 3', "method = 'card'"])
    expect(() => db.run(`UPDATE ledger_entry SET ${change} WHERE id = 2`)).toThrow('append-only');
  expect(() => db.run('DELETE FROM ledger_entry WHERE id = 1')).toThrow('append-only');
  expect(findBookFaults(db)).toEqual([]);
  db.close();
});

test('what was deleted before the upgrade is in the file no more, and its rows are the same', async () => {
  const dataDir = makeTempDir();
  loadConfig({ DATA_DIR: dataDir });
  const path = join(dataDir, 'club.db');
  const old = new Database(path, { create: true, strict: true });
  old.run('PRAGMA secure_delete = OFF');
  migrate(old, BEFORE_PEOPLE);
  for (const id of [1, 2, 3]) {
    old.run('INSERT INTO user (email, name, created_at, updated_at) VALUES (?, ?, 1, 1)', [
      `user${id}@example.com`,
      id === 2 ? 'Zubaida Quraishi' : `User ${id}`,
    ]);
  }
  old.run('DELETE FROM user WHERE id = 2');
  old.close();
  const isInFile = () => readFileSync(path).toString('latin1').includes('Zubaida');
  expect(isInFile()).toBe(true);
  const db = openDatabase(path);
  expect(await upgradeWithBackup(dataDir, db, 'test')).toMatchObject({
    from: BEFORE_PEOPLE,
    isRewritten: true,
  });
  expect(isInFile()).toBe(false);
  expect(rowsOf(db, 'user', 'id')).toEqual([[1], [3]]);
  expect(db.query('PRAGMA temp_store').values()).toEqual([[2]]);
  db.close();
  removeDirs(dataDir);
});
