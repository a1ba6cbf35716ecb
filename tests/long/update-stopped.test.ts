/** An update that was killed and goes on hours later, when customers have used the new version already. */
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { insertUserSession } from '../support/insert-user-session.ts';
import { createClubServices, type TestClubService } from '../support/many-clubs.ts';
import { waitUntil } from '../support/wait-until.ts';

const FIVE_HOURS_MS = 5 * 60 * 60_000;

let services: Awaited<ReturnType<typeof createClubServices>>;
let club: TestClubService;
/** Where the update notes what it has begun. */
let note: string;
/** While this file is there, the new version has saved the club of before and does not start yet. */
let hold: string;
/** With this file, the new version does not start. */
let fault: string;
/** The executable of before the update. */
let old: string;
let customers = 0;

beforeAll(async () => {
  services = await createClubServices(1, 20);
  const [only] = services.clubs;
  if (!only) throw new Error('no club');
  club = only;
  note = join(services.env.PROGRAM_DIR, 'updates', `padel-club@${club.name}.json`);
  hold = join(services.root, 'hold');
  fault = join(services.root, 'fault');
  await services.startAll();
}, 120_000);
afterAll(() => services?.close());
beforeEach(async () => {
  for (const file of [note, hold, fault]) rmSync(file, { force: true });
  const { exitCode, stderr } = await services.update(services.executable);
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('The club runs')]);
  old = executable();
}, 120_000);

test.each(['forward', 'back'])(
  'killed on its way %s: a healthy club keeps the new version',
  async (step) => {
    const version = await killAnUpdate(step);
    const customer = useTheClub();
    const { exitCode, stderr } = await services.update(version);
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringContaining('an update was stopped halfway; finishing it'),
    ]);
    expect(stderr).toContain(`${club.name}: healthy`);
    expect([isKept(customer), existsSync(note), await services.isReady(club)]).toEqual([true, false, true]);
    expect(executable()).not.toBe(old);
  },
  120_000,
);

test.each(['forward', 'back'])(
  'killed on its way %s: of a club that fails now, a person decides',
  async (step) => {
    const version = await killAnUpdate(step);
    const customer = useTheClub();
    writeFileSync(fault, '');
    const { exitCode, stderr } = await services.update(version);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`Its old version is ${old}.`)]);
    expect([isKept(customer), existsSync(note), executable() === old]).toEqual([true, true, false]);
  },
  120_000,
);

test('killed when the old database was back: only the old version is started', async () => {
  const version = await killAnUpdate('restored');
  const customer = useTheClub();
  const { exitCode, stderr } = await services.update(version);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('was put back.')]);
  expect([isKept(customer), existsSync(note), await services.isReady(club)]).toEqual([true, false, true]);
  expect(executable()).toBe(old);
}, 120_000);

/** Kills an update while the new version starts, lets that become healthy, and makes the note five hours old. */
async function killAnUpdate(step: string): Promise<string> {
  const version = writeNewVersion();
  writeFileSync(hold, '');
  const before = schemaBackups();
  const update = services.spawnUpdate([version]);
  await waitUntil(() => schemaBackups().length > before.length);
  update.kill('SIGKILL');
  await update.exited;
  rmSync(hold);
  await waitUntil(() => services.isReady(club));
  const begun = JSON.parse(readFileSync(note, 'utf8'));
  writeFileSync(note, JSON.stringify({ ...begun, at: begun.at - FIVE_HOURS_MS, step }));
  return version;
}

/** Like in an update with a new schema, its start leaves a backup of before. */
function writeNewVersion(): string {
  const path = join(services.root, 'new-padel-club');
  writeFileSync(
    path,
    `#!/bin/bash
if [ "$1" = version ]; then echo "padel-club 9.9.9, database schema 99"; exit; fi
if [ "$1" = serve ]; then
  [ ! -e "${fault}" ] || exit 1
  if [ -e "${hold}" ]; then
    file=$(${services.executable} backup --data "$DATA_DIR" --to "$DATA_DIR/backups")
    mv "$file" "$DATA_DIR/backups/before-schema-99-$$.tar.zst"
    while [ -e "${hold}" ]; do sleep 0.05; done
  fi
fi
exec ${services.executable} "$@"
`,
  );
  chmodSync(path, 0o755);
  return path;
}

function schemaBackups(): string[] {
  const folder = join(club.dataDir, 'backups');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => name.startsWith('before-schema-'));
}

function useTheClub(): string {
  customers += 1;
  const email = `since-${customers}@example.com`;
  insertUserSession(club.dataDir, { email, name: 'Sana' });
  return email;
}

function isKept(email: string): boolean {
  const db = new Database(join(club.dataDir, 'club.db'), { readonly: true });
  const row = db.query('SELECT 1 FROM user WHERE email = ?').get(email);
  db.close();
  return row !== null;
}

/** The executable that the club's next start runs. */
function executable(): string {
  return realpathSync(join(services.env.PROGRAM_DIR, 'clubs', club.name));
}
