/** A database with the number of this program's schema and another content: no start, no command and no restore takes it. */
import { Database } from 'bun:sqlite';
import { afterEach, expect, test } from 'bun:test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSchemaFaults } from '../../../src/db/compare-schema.ts';
import { createDataDir, makeTempDir, removeDirs } from '../../support/data-dir.ts';
import { runCommand } from '../../support/run-command.ts';

const folders: string[] = [];
afterEach(() => removeDirs(...folders.splice(0)));

/** A club whose database was changed by hand. */
function changedClub(sql: string): string {
  const dataDir = createDataDir();
  folders.push(dataDir);
  const db = new Database(join(dataDir, 'club.db'));
  db.run(sql);
  db.close();
  return dataDir;
}

const CHANGES = {
  'a column of another day': ['ALTER TABLE court ADD COLUMN colour TEXT', 'table court differs'],
  'a trigger': [
    "CREATE TRIGGER gift AFTER INSERT ON booking BEGIN UPDATE user SET role = 'owner' WHERE email = 'a@b.example'; END",
    'trigger gift does not belong to it',
  ],
  'a trigger whose name resembles the statistics': [
    "CREATE TRIGGER sqlitexstat AFTER INSERT ON booking BEGIN UPDATE user SET role = 'owner'; END",
    'trigger sqlitexstat does not belong to it',
  ],
  'a view': ['CREATE VIEW people AS SELECT * FROM user', 'view people does not belong to it'],
  'an index that is gone': ['DROP INDEX user_created', 'index user_created is missing'],
} as const;

test.each(Object.entries(CHANGES))(
  '%s stops the start, the commands and a restore',
  async (_, [sql, fault]) => {
    const dataDir = changedClub(sql);
    const sentence = `The database says schema 34, but it does not match this program: ${fault}. No release of padel-club has created it like this. Use the program that made it, or restore a backup of a release: padel-club restore FILE\n`;
    const start = await runCommand(['serve', '--data', dataDir], { PORT: '0', HOST: '127.0.0.1' });
    expect([start.exitCode, start.stderr]).toEqual([1, sentence]);
    expect((await runCommand(['promote', 'a@b.example', '--data', dataDir])).stderr).toBe(sentence);
    const doctor = await runCommand(['doctor', '--offline', '--data', dataDir]);
    expect([doctor.exitCode, doctor.stdout]).toEqual([1, expect.stringContaining(fault)]);
    // It can still be saved, and the file is not restored as whole.
    const backup = await runCommand(['backup', '--data', dataDir]);
    const target = makeTempDir();
    folders.push(target);
    const restored = await runCommand(['restore', backup.stdout.trim(), '--data', target]);
    expect([restored.exitCode, restored.stderr]).toEqual([1, expect.stringContaining(sentence)]);
    expect(existsSync(join(target, 'club.db'))).toBe(false);
  },
  60_000,
);

test('what ANALYZE stores is no fault', () => {
  const db = new Database(join(changedClub('ANALYZE'), 'club.db'));
  expect(listSchemaFaults(db)).toEqual([]);
  db.close();
});

function faultsOf(dataDir: string): string[] {
  const db = new Database(join(dataDir, 'club.db'));
  try {
    return listSchemaFaults(db);
  } finally {
    db.close();
  }
}

const EVIL = "AFTER INSERT ON booking BEGIN UPDATE user SET role = 'owner'; END";

test.each([
  [`CREATE TRIGGER sqlitexstat1 ${EVIL}`, 'trigger sqlite_stat1 does not belong to it'],
  ['CREATE VIEW sqlitexstat4 AS SELECT * FROM user', 'view sqlite_stat4 does not belong to it'],
])('the name of a table of statistics hides nothing: %s', (sql, fault) => {
  const dataDir = changedClub(sql);
  const path = join(dataDir, 'club.db');
  const db = new Database(path);
  db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  // SQLite refuses the name to all but itself, so somebody who wants it changes the file.
  writeFileSync(path, readFileSync(path, 'latin1').replaceAll('sqlitexstat', 'sqlite_stat'), 'latin1');
  expect(faultsOf(dataDir)).toEqual([fault]);
});

test('a trigger of ours is the same with other comments, and another one with any other statement or text', () => {
  const faultsWith = (body: string) =>
    faultsOf(
      changedClub(`DROP TRIGGER audit_log_keeps_rows;
        CREATE TRIGGER audit_log_keeps_rows BEFORE DELETE ON audit_log BEGIN ${body} END`),
    );
  const changed = ['trigger audit_log_keeps_rows differs'];
  expect(faultsWith("SELECT -- stops\n RAISE(ABORT, 'the audit log is append-only');")).toEqual([]);
  expect(faultsWith("SELECT RAISE(ABORT, 'the audit  log is append-only');")).toEqual(changed);
  expect(faultsWith("SELECT RAISE(ABORT, 'the audit log is append-only' );")).toEqual([]);
  const hidden =
    "SELECT RAISE(ABORT, 'the--'); UPDATE user SET role = 'owner'; SELECT upper('\naudit log is append-only');";
  expect(faultsWith(hidden)).toEqual(changed);
});
