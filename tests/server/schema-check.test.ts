/** A database with the number of this program's schema and another content: no start, no command and no restore takes it. */
import { Database } from 'bun:sqlite';
import { afterEach, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listSchemaFaults } from '../../src/db/compare-schema.ts';
import { createDataDir, makeTempDir, removeDirs } from '../support/data-dir.ts';
import { runCommand } from '../support/run-command.ts';

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
  'a column of another day': ['ALTER TABLE court ADD COLUMN colour TEXT', 'table court is another one'],
  'a trigger': [
    "CREATE TRIGGER gift AFTER INSERT ON booking BEGIN UPDATE user SET role = 'owner' WHERE email = 'a@b.example'; END",
    'trigger gift is none of its own',
  ],
  'a trigger whose name resembles the statistics': [
    "CREATE TRIGGER sqlitexstat AFTER INSERT ON booking BEGIN UPDATE user SET role = 'owner'; END",
    'trigger sqlitexstat is none of its own',
  ],
  'a view': ['CREATE VIEW people AS SELECT * FROM user', 'view people is none of its own'],
  'an index that is gone': ['DROP INDEX user_created', 'index user_created is missing'],
} as const;

test.each(Object.entries(CHANGES))(
  '%s stops the start, the commands and a restore',
  async (_, [sql, fault]) => {
    const dataDir = changedClub(sql);
    const sentence = `The database says schema 34, but it is not the one of this program: ${fault}. No release of padel-club has made it like this. Use the program that made it, or restore a backup of a release: padel-club restore FILE\n`;
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

/** Another SQLite writes what ours refuses to write; a backup that somebody changed may hold it. */
function writeSchema(dataDir: string, sql: string): void {
  const db = new Database(join(dataDir, 'club.db'));
  db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  const program =
    "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('PRAGMA writable_schema = ON'); c.execute(sys.argv[2]); c.commit()";
  const { exitCode, stderr } = Bun.spawnSync(['python3', '-c', program, join(dataDir, 'club.db'), sql]);
  expect([exitCode, String(stderr)]).toEqual([0, '']);
}

const EVIL = "AFTER INSERT ON booking BEGIN UPDATE user SET role = ''owner''; END";

test.each([
  [
    'a trigger with a name of the statistics',
    `INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql)
     VALUES ('trigger', 'sqlite_stat1', 'booking', 0, 'CREATE TRIGGER sqlite_stat1 ${EVIL}')`,
    ['trigger sqlite_stat1 is none of its own'],
  ],
  [
    'a view with a name of the statistics',
    `INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql)
     VALUES ('view', 'sqlite_stat4', 'sqlite_stat4', 0, 'CREATE VIEW sqlite_stat4 AS SELECT * FROM user')`,
    ['view sqlite_stat4 is none of its own'],
  ],
  [
    'a statement behind what looks like a comment in a text',
    `UPDATE sqlite_schema SET sql = replace(sql, 'the audit log is',
       'the--''); UPDATE user SET role = ''owner''; SELECT upper(''' || char(10) || 'audit log is')
     WHERE name = 'audit_log_keeps_rows'`,
    ['trigger audit_log_keeps_rows is another one'],
  ],
] as const)('%s is found', (_, sql, faults) => {
  const dataDir = changedClub('PRAGMA user_version');
  writeSchema(dataDir, sql);
  const db = new Database(join(dataDir, 'club.db'));
  expect(listSchemaFaults(db)).toEqual([...faults]);
  db.close();
});

test('a text with another white space or another quotation mark is another one', () => {
  const faultsOf = (from: string, to: string) => {
    const dataDir = changedClub('PRAGMA user_version');
    writeSchema(dataDir, `UPDATE sqlite_schema SET sql = replace(sql, ${from}, ${to}) WHERE name = 'audit_log_keeps_rows'`);
    const db = new Database(join(dataDir, 'club.db'));
    const faults = listSchemaFaults(db);
    db.close();
    return faults;
  };
  expect(faultsOf("'append-only'", "'append - only'")).toHaveLength(1);
  expect(faultsOf("'the audit log'", "'the  audit log'")).toHaveLength(1);
  expect(faultsOf("'BEGIN SELECT'", "'BEGIN  -- a comment' || char(10) || 'SELECT'")).toEqual([]);
});
