/** The executable upgrades the clubs of both releases, and restores their backups. */
import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertChecksum } from '../../../src/backups/archive.ts';
import { verifyDatabase } from '../../../src/backups/verify-database.ts';
import { SCHEMA_VERSION, schemaVersionOf } from '../../../src/db/migrate.ts';
import { hashClubData, makeTempDir, removeDirs } from '../../support/data-dir.ts';
import { fakeTimeEnv } from '../../support/faketime-environment.ts';
import {
  backupOfRelease,
  createReleasedClub,
  RELEASES,
  type Release,
  unpackBackup,
} from '../../support/released-club.ts';
import { runCommand } from '../../support/run-command.ts';
import { startServerProcess } from '../../support/server-process.ts';

/** Just after both fixtures were made. */
const MADE_AT = Date.parse('2026-11-23T14:13:00+05:00');
const releases = Object.keys(RELEASES) as Release[];
const folders: string[] = [];
afterAll(() => removeDirs(...folders));

function keep(folder: string): string {
  folders.push(folder);
  return folder;
}
const createClubOf = (release: Release) => keep(createReleasedClub(release));

function readCounts(dataDir: string, auditLog: string) {
  const db = new Database(join(dataDir, 'club.db'));
  const tables = ['booking', 'user', 'receipt', 'contact_message'];
  // The claims of offers that have ended go with the first run of a job.
  const queries = [
    'SELECT count(booking_id) FROM claim',
    ...tables.map((table) => `SELECT count(*) FROM ${table}`),
    // A server that runs for a second ends what is due, and records it.
    `SELECT count(*) FROM ${auditLog} WHERE at < ${MADE_AT}`,
  ];
  const counts = queries.map((query) => db.query(query).values()[0]?.[0]);
  db.close();
  return counts;
}

test.each(releases)(
  'a club of %s is backed up, upgraded and served, and the backup leads back',
  async (release) => {
    const dataDir = createClubOf(release);
    const [before, counts] = [hashClubData(dataDir), readCounts(dataDir, 'history')];
    const club = await startServerProcess({ dataDir, env: await fakeTimeEnv(MADE_AT - Date.now()) });
    const answer = await fetch(`${club.url}/api/booking/1`);
    expect(((await answer.json()) as { booking: { id: number } }).booking.id).toBe(1);
    expect((await fetch(`${club.url}/api/slots?date=2026-12-01&courtId=3`)).status).toBe(200);
    await club.stop();
    const steps = club
      .output()
      .split('\n')
      .filter((line) => line.includes('"event":"upgrading"'));
    expect(steps.some((line) => line.includes('"backup":"Packing"'))).toBe(true);
    expect(steps.at(-1)).toContain(`"schema":${SCHEMA_VERSION},"of":${SCHEMA_VERSION}`);
    expect(verifyDatabase(join(dataDir, 'club.db')).schema).toBe(SCHEMA_VERSION);
    expect(readCounts(dataDir, 'audit_log')).toEqual(counts);

    // What the program of before reads: a valid checksum, a manifest with these keys only, and every file.
    const names = readdirSync(join(dataDir, 'backups')).filter((file) => file.startsWith('before-'));
    expect(names).toEqual([expect.stringContaining(`before-schema-${SCHEMA_VERSION}-`)]);
    const [name = ''] = names;
    const path = join(dataDir, 'backups', name);
    assertChecksum(path);
    const unpacked = keep(unpackBackup(path));
    expect(hashClubData(unpacked)).toBe(before);
    const manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8'));
    expect(Object.keys(manifest).sort()).toEqual(
      ['files', 'format', 'made_at', 'missing_receipts', 'program', 'schema', 'secrets'].sort(),
    );
    expect(manifest).toMatchObject({ format: 1, schema: RELEASES[release], missing_receipts: [] });
  },
  180_000,
);

test.each(releases)(
  'a backup that %s made is restored and upgraded',
  async (release) => {
    const original = createClubOf(release);
    const dataDir = keep(makeTempDir());
    const { exitCode, stderr } = await runCommand(['restore', backupOfRelease(release), '--data', dataDir]);
    expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
    const { schema } = verifyDatabase(join(dataDir, 'club.db'));
    expect(schema).toBe(SCHEMA_VERSION);
    const [bookings, ...others] = readCounts(dataDir, 'audit_log');
    expect([bookings, ...others].slice(0, 5)).toEqual(readCounts(original, 'history').slice(0, 5));
    expect(readdirSync(join(dataDir, 'receipts')).sort()).toEqual(
      readdirSync(join(original, 'receipts')).sort(),
    );
    expect((await runCommand(['doctor', '--data', dataDir])).stdout).not.toContain('[ fail ] The books');
  },
  180_000,
);

test('an upgrade stops when its backup cannot be made, and the club stays as it was', async () => {
  const dataDir = createClubOf('0.2.0');
  writeFileSync(join(dataDir, 'backups'), 'a file in the place of the folder');
  const { exitCode } = await runCommand(['serve', '--data', dataDir], { PORT: '0' });
  expect(exitCode).toBe(1);
  expect(verifyDatabase(join(dataDir, 'club.db')).schema).toBe(33);
});

test('two servers that start together make one backup and upgrade once', async () => {
  const dataDir = createClubOf('0.2.0');
  const starts = [startServerProcess({ dataDir }), startServerProcess({ dataDir })];
  const first = await Promise.race(starts);
  // The second server waits until the first has stopped.
  await first.stop();
  for (const club of await Promise.all(starts)) if (club !== first) await club.stop();
  expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(1);
});

test.each([
  [SCHEMA_VERSION + 1, 'Install a newer version of padel-club.'],
  [20, 'Start the site once with padel-club 0.2.0, then with this version.'],
])(
  'a server refuses a club of schema %p with a sentence and leaves it unchanged',
  async (schema, sentence) => {
    const dataDir = createClubOf('0.2.0');
    const db = new Database(join(dataDir, 'club.db'));
    db.run(`PRAGMA user_version = ${schema}`);
    const { exitCode, stderr } = await runCommand(['serve', '--data', dataDir], { PORT: '0' });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(sentence)]);
    expect(stderr).not.toContain('    at ');
    expect(schemaVersionOf(db)).toBe(schema);
    db.close();
    expect(readdirSync(dataDir)).not.toContain('backups');
  },
);

test('commands ask for the upgrade of an older club, or for a newer program', async () => {
  const dataDir = createClubOf('0.2.0');
  mkdirSync(join(dataDir, 'backups'));
  const promote = () => runCommand(['promote', 'owner@example.com', '--data', dataDir]);
  const older = await promote();
  expect([older.exitCode, older.stderr]).toEqual([
    1,
    expect.stringContaining('Start the site once; it upgrades the club.'),
  ]);
  // A backup works with any schema.
  expect((await runCommand(['backup', '--data', dataDir])).exitCode).toBe(0);
  const db = new Database(join(dataDir, 'club.db'));
  db.run(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
  db.close();
  const newer = await promote();
  expect([newer.exitCode, newer.stderr]).toEqual([
    1,
    expect.stringContaining(`schema ${SCHEMA_VERSION + 1}`),
  ]);
});
