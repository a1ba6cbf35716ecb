/** An update that was stopped halfway, and what the next one makes of it hours later. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { makeTempDir, removeDirs } from '../../support/data-dir.ts';
import { createClubServices } from '../../support/many-clubs.ts';
import { EXECUTABLE } from '../../support/server-process.ts';
import { bookingBody } from '../../support/test-club.ts';
import { waitUntil } from '../../support/wait-until.ts';

const HOUR_MS = 60 * 60_000;

let folder: string;
let services: Awaited<ReturnType<typeof createClubServices>>;
beforeEach(async () => {
  folder = makeTempDir();
  services = await createClubServices(
    1,
    20,
    script('old-padel-club', `${cutAt('restore')}\nexec ${EXECUTABLE} "$@"`),
  );
  services.env.SYSTEMCTL = script(
    'systemctl',
    `${cutAt('stop')}\n${GIVES_UP_ON_SLOW}\nexec ${services.env.SYSTEMCTL} "$@"`,
  );
  services.env.HEALTH_SECONDS = '120';
  await services.startAll();
}, 180_000);
afterEach(() => {
  services.close();
  removeDirs(folder);
});

function script(name: string, body: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/bash\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** The service manager gives up on a slow new version once it has saved the club, so no test waits for time to pass. */
const GIVES_UP_ON_SLOW = `here="$(dirname "$0")"
if [ "$1" = is-active ] && [ -e "$here/slow" ] && readlink -f "$PROGRAM_DIR"/clubs/* | grep -q /9.9.9- &&
  { [ -e "$here/same-schema" ] || ls "$STATE_DIR"/*/backups | grep -q before-schema-99; }; then echo failed; exit; fi`;

/** Kills the update, which runs the script, at a chosen action: once a file of that name exists. */
function cutAt(action: string): string {
  const mark = join(folder, `cut-${action}`);
  return `if [ "$1" = ${action} ] && [ "$2" != --help ] && [ -e ${mark} ]; then rm ${mark}; kill -9 $PPID; exit 1; fi`;
}

/** Version 9.9.9 saves a club before its first start when its schema is another, and answers no doctor while it is slow. */
const newVersion = () =>
  script(
    'new-padel-club',
    `if [ "$1" = version ]; then echo "padel-club 9.9.9, database schema 99"; exit; fi
if [ "$1" = doctor ] && [ -e ${join(folder, 'slow')} ]; then exit 1; fi
backups="$DATA_DIR/backups"
if [ "$1" = serve ] && [ ! -e ${join(folder, 'same-schema')} ] && ! ls "$backups" | grep -q before-schema-99; then
  mv "$(${EXECUTABLE} backup --data "$DATA_DIR" --to "$backups")" "$backups/before-schema-99-20261121-120000.tar.zst"
fi
exec ${EXECUTABLE} "$@"`,
  );

const mark = (name: string) => writeFileSync(join(folder, name), '');
const club = () => services.clubs[0] as (typeof services.clubs)[number];
const linked = () => basename(join(realpathSync(join(services.env.PROGRAM_DIR, 'clubs', club().name)), '..'));
const backups = () => readdirSync(join(club().dataDir, 'backups'));
const noteOf = () => join(services.env.PROGRAM_DIR, 'updates', `padel-club@${club().name}.json`);

const untilReady = () => waitUntil(() => services.isReady(club()), 120);

/** A customer books; returns how to ask for the status of the booking. */
async function book(start_time: string): Promise<() => Promise<number>> {
  const site = `http://127.0.0.1:${club().port}`;
  const { courts } = await (await fetch(`${site}/api/courts`)).json().then((found) => ({ courts: found }));
  const date = new Date(Date.now() + 5 * 24 * HOUR_MS).toISOString().slice(0, 10);
  const body = bookingBody({ court_id: courts[0].id, date, start_time });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${site}/api/book`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(201);
  const { booking } = await answer.json();
  return async () => (await fetch(`${site}/api/booking/${booking.id}`)).status;
}

/** An update whose new version is slow, killed before its old version is put back; then so many hours pass. */
async function stopHalfway(action: 'stop' | 'restore', hours: number): Promise<void> {
  mark('slow');
  mark(`cut-${action}`);
  const { exitCode, stderr } = await services.update(newVersion());
  expect([exitCode, existsSync(join(folder, `cut-${action}`))]).toEqual([137, false]);
  expect(stderr).toContain('starting the new version');
  const begun = JSON.parse(readFileSync(noteOf(), 'utf8'));
  writeFileSync(noteOf(), JSON.stringify({ ...begun, at: begun.at - hours * HOUR_MS }));
}

test.each([
  ['that works by then goes on', 0, true],
  ['that still does not work is left to a person', 5, false],
])(
  'a new version %s, and nothing that was booked meanwhile is lost',
  async (_, hours, works) => {
    await stopHalfway('stop', hours);
    await untilReady();
    const statusOf = await book('18:00');
    if (works) rmSync(join(folder, 'slow'));
    const { exitCode, stderr } = await services.update(newVersion());
    if (works) expect([exitCode, stderr]).toEqual([0, expect.stringContaining(': healthy\n')]);
    else
      expect([exitCode, stderr]).toEqual([
        1,
        expect.stringMatching(
          /does not become healthy after an update that was stopped halfway.*Its old version is .*versions\/old/,
        ),
      ]);
    expect([existsSync(noteOf()), linked()]).toEqual([!works, expect.stringMatching(/^9\.9\.9-/)]);
    await untilReady();
    expect(await statusOf()).toBe(200);
    expect(existsSync(join(club().dataDir, '.update-proof'))).toBe(false);
  },
  180_000,
);

test('a version that does not become healthy is put back, after a kill in between too, with the newest backup', async () => {
  const kept = await book('18:00');
  await stopHalfway('restore', 0);
  // Whatever starts next is the old version: nobody books into a club that is about to be replaced.
  expect(linked()).toBe('old');
  const [saved] = backups().filter((name) => name.startsWith('before-schema-99'));
  services.systemctl('start', club().name);
  await untilReady();
  const later = await book('20:00');
  const next = join(club().dataDir, 'backups', 'before-schema-99-20261121-130000.tar.zst');
  const { stdout } = Bun.spawnSync([EXECUTABLE, 'backup', '--data', club().dataDir, '--to', folder]);
  cpSync(stdout.toString().trim(), next);
  expect(saved).toBe('before-schema-99-20261121-120000.tar.zst');
  const { exitCode, stderr } = await services.update(newVersion());
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringContaining('did not become healthy and was put back.'),
  ]);
  expect([existsSync(noteOf()), linked()]).toEqual([false, 'old']);
  await untilReady();
  expect([await kept(), await later()]).toEqual([200, 200]);
}, 180_000);

test('a version of the same schema that does not become healthy is put back, and no backup of an earlier update', async () => {
  const { stdout } = Bun.spawnSync([EXECUTABLE, 'backup', '--data', club().dataDir, '--to', folder]);
  cpSync(
    stdout.toString().trim(),
    join(club().dataDir, 'backups', 'before-schema-98-20251121-120000.tar.zst'),
  );
  const kept = await book('18:00');
  for (const name of ['slow', 'same-schema']) mark(name);
  const { exitCode, stderr } = await services.update(newVersion());
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringContaining('did not become healthy and was put back.'),
  ]);
  expect([existsSync(noteOf()), linked()]).toEqual([false, 'old']);
  await untilReady();
  expect(await kept()).toBe(200);
}, 180_000);
