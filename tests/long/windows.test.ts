/**
 * The release for Windows under Wine: every command, a site that answers, an evening with its power cuts, an
 * installed site with updates, and texts that name nothing of Unix. tests/support/wine.ts says what Wine lacks.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { distinctBooking, nextClientIp, postBooking, TRUST_PROXY_ENV } from '../support/booking-load.ts';
import { makeTempDir, removeDirs } from '../support/data-dir.ts';
import { checkIntegrity, INTACT } from '../support/database-integrity.ts';
import { findFreePort } from '../support/find-free-port.ts';
import { recordDiskTrace, simulatePowerCuts } from '../support/power-cuts.ts';
import { createPublisher, executableOf } from '../support/releases.ts';
import { startServerProcess } from '../support/server-process.ts';
import { createNoisyJpeg, createReceiptForm } from '../support/test-images.ts';
import { waitUntil } from '../support/wait-until.ts';
import { createWine, runScheduler, type Wine, windowsPath } from '../support/wine.ts';

const SYSTEM = 'windows-x64';
const OLD = '0.3.0';
const NEW = '9.9.9';

let dir = '';
let wine: Wine;
let newRelease = '';
const at = (name: string) => join(dir, name);
const run = (args: string[], more: Record<string, string> = {}) =>
  wine.run(['padel-club.exe', ...args], more);

beforeAll(async () => {
  dir = makeTempDir();
  wine = await createWine(dir);
  const publisher = createPublisher(dir, SYSTEM);
  copyFileSync(executableOf(publisher.release(OLD), OLD, SYSTEM), at('padel-club.exe'));
  newRelease = publisher.release(NEW);
}, 1_800_000);
afterAll(async () => {
  await wine?.endAll();
  removeDirs(dir);
});

test('every command works on a club', async () => {
  const club = ['--data', windowsPath(at('club'))];
  const copies = { BACKUP_FOLDER: windowsPath(at('copies')) };
  const walk: [string[], number, string | RegExp][] = [
    [['version'], 0, 'padel-club '],
    [['help'], 0, '%DATA_DIR%'],
    [['help', 'windows'], 0, 'Run as administrator'],
    [['demo', '--bookings', '50', ...club], 0, 'Sign in as owner@example.com'],
    [['check', ...club], 0, 'Every page of the database is intact.'],
    [['promote', 'member@example.com', ...club], 0, 'is an owner now'],
    [['demote', 'member@example.com', ...club], 0, 'is now a member'],
    [['reset-password', 'owner@example.com', ...club], 0, '/reset-password#token='],
    [['reset-second-factor', 'owner@example.com', ...club], 0, 'no second factor'],
    [['settings', 'get', 'club.name', ...club], 0, 'Padel Club'],
    [['export', 'bookings', ...club], 0, 'number,business_day'],
    [['offline-page', ...club], 0, 'We’re offline for a moment'],
    [['confirm-clock', ...club], 0, 'Confirmed'],
    [['setup-link', ...club], 1, /owner|admin/],
    [['backup', ...club], 0, /Z:\\.*\\backups\\padel-club-faisalabad-.*\.tar\.zst/],
    [['doctor', '--deep', '--offline', ...club], 0, 'can be read to its end.'],
    [['new-club', ...club], 1, 'There is a club'],
    [['update', 'x.exe'], 1, 'replace the executable'],
    [['uninstall'], 1, 'is not installed'],
    [['serve', '--data', windowsPath(at('padel-club.exe'))], 1, 'is a file'],
  ];
  for (const [args, code, said] of walk) {
    const { exitCode, stdout, stderr } = await run(args);
    expect([args[0], exitCode, stdout + stderr]).toEqual([args[0], code, expect.stringMatching(said)]);
  }
  const backups = at('club/backups');
  const file = windowsPath(join(backups, readdirSync(backups)[0] ?? ''));
  expect((await run(['restore', file, ...club])).exitCode).toBe(0);
  expect((await run(['copy', ...club], copies)).exitCode).toBe(0);
  expect((await run(['rehearse', ...club], copies)).exitCode).toBe(0);
  const other = ['--data', windowsPath(at('other'))];
  expect((await run(['restore', '--from', 'folder', ...other], copies)).exitCode).toBe(0);
  copyFileSync(join(backups, readdirSync(backups)[0] ?? ''), at('backup.tar.zst'));
  rmSync(at('club/club.db'));
  const lost = await run(['doctor', ...club]);
  expect([lost.exitCode, lost.stdout]).toEqual([
    1,
    expect.stringMatching(
      /has lost its database: club\.db is missing[\s\S]*padel-club restore --from "Z:\\.*" --data "Z:\\/,
    ),
  ]);
}, 600_000);

test('the site answers, and its port is taken for a second one', async () => {
  const club = ['--data', windowsPath(at('site'))];
  const port = String(await findFreePort());
  await run(['demo', '--bookings', '20', ...club]);
  const site = wine.start(['padel-club.exe', 'serve', ...club], { PORT: port });
  try {
    await waitUntil(() => isReady(port), 60);
    expect((await run(['doctor', '--running'], { PORT: port })).exitCode).toBe(0);
    expect((await run(['backup', ...club])).exitCode).toBe(0);
    const second = await run(['serve', '--data', windowsPath(at('second'))], { PORT: port });
    expect([second.exitCode, second.stderr]).toEqual([1, expect.stringContaining(`Port ${port} is in use`)]);
  } finally {
    site.kill('SIGKILL');
    await site.exited;
  }
}, 300_000);

test('a backup on another disk with a name of its own, restored to a third', async () => {
  wine.addDisk('e');
  wine.addDisk('f');
  const club = ['--data', 'E:\\Klub Ñandú & Co'];
  expect((await run(['demo', '--bookings', '30', ...club])).exitCode).toBe(0);
  // The club's file as an editor of Windows saves it.
  const toml = join(dir, 'disk-e', 'Klub Ñandú & Co', 'club.toml');
  const edited = readFileSync(toml, 'utf8').replace('folder = ""', "folder = 'F:\\new backups'");
  writeFileSync(toml, `\uFEFF${edited.replaceAll('\n', '\r\n')}`);
  const { stdout } = await run(['backup', ...club]);
  expect(stdout).toMatch(/^F:\\new backups\\padel-club-.*\.tar\.zst\r?\n$/);
  expect((await run(['copy', ...club])).exitCode).toBe(0);
  expect((await run(['rehearse', ...club])).exitCode).toBe(0);
  const restored = ['--data', 'F:\\restored'];
  expect((await run(['restore', stdout.trim(), ...restored])).exitCode).toBe(0);
  expect((await run(['doctor', '--deep', '--offline', ...restored])).exitCode).toBe(0);
  const export1 = await run(['export', 'bookings', ...club]);
  const export2 = await run(['export', 'bookings', ...restored]);
  expect(export2.stdout).toBe(export1.stdout);
}, 300_000);

test('an evening of bookings and receipts with kills loses nothing that was confirmed', async () => {
  const dataDir = at('evening');
  mkdirSync(dataDir);
  const launch = () =>
    startServerProcess({
      dataDir,
      command: [wine.wine, at('padel-club.exe'), 'serve'],
      env: wine.env({ ...TRUST_PROXY_ENV, DATA_DIR: windowsPath(dataDir) }),
    });
  const receipt = await createNoisyJpeg(200, 200);
  const booked = new Set<number>();
  const uploaded = new Set<number>();
  let next = 0;
  for (let round = 0; round < 6; round += 1) {
    const site = await launch();
    const before = uploaded.size;
    const customer = async () => {
      for (;;) {
        const body: Record<string, unknown> = { ...distinctBooking(next++), payment_method: 'bank_transfer' };
        const answer = await postBooking(site.url, body).catch(() => null);
        if (!answer) return;
        if (answer.status !== 201) continue;
        const { id } = answer.json.booking as { id: number };
        booked.add(id);
        const upload = await fetch(`${site.url}/api/booking/${id}/receipt`, {
          method: 'POST',
          headers: { 'x-forwarded-for': nextClientIp() },
          body: createReceiptForm(receipt, { email: String(body.email) }),
        }).catch(() => null);
        if (!upload) return;
        if (upload.ok) uploaded.add(id);
      }
    };
    const customers = Array.from({ length: 4 }, customer);
    await waitUntil(() => uploaded.size > before + 5, 120);
    await Bun.sleep(Math.random() * 300);
    await site.stop('SIGKILL');
    await Promise.all(customers);
  }
  const site = await launch();
  const { ids, ...integrity } = checkIntegrity(dataDir);
  const receipts = site.database((db) =>
    db.query<{ booking_id: number }, []>('SELECT booking_id FROM receipt').all(),
  );
  const kept = new Set(receipts.map(({ booking_id }) => booking_id));
  const club = ['--data', windowsPath(dataDir)];
  const checked = await run(['doctor', '--deep', '--offline', ...club]);
  await site.stop('SIGKILL');
  console.log(`six kills under Wine: ${booked.size} bookings, ${uploaded.size} receipts`);
  expect([...booked].filter((id) => !ids.has(id))).toEqual([]);
  expect([...uploaded].filter((id) => !kept.has(id))).toEqual([]);
  expect(integrity).toEqual(INTACT);
  expect([checked.exitCode, checked.stdout]).toEqual([
    0,
    expect.stringMatching(new RegExp(`All ${receipts.length} receipts`)),
  ]);
}, 600_000);

test('no power cut at any write of an evening loses a confirmed booking or damages the file', async () => {
  // The process that syncs must be one of the traced.
  await wine.endAll();
  const trace = await recordDiskTrace([wine.wine, at('padel-club.exe')], 60, (dataDir) =>
    wine.env({ DATA_DIR: windowsPath(dataDir) }),
  );
  await wine.endAll();
  const result = simulatePowerCuts(trace, 1);
  rmSync(trace.folder, { recursive: true, force: true });
  console.log('power cuts under Wine:', JSON.stringify(result));
  expect(result.promised).toBe(60);
  expect(result.states).toBeGreaterThanOrEqual(300);
  expect([result.losses, result.broken]).toEqual([0, 0]);
}, 1_200_000);

test('the installed site comes back, updates, goes back, and leaves the club when it is removed', async () => {
  const scheduler = runScheduler(wine);
  const programs = join(wine.drive, 'Program Files/PadelClub');
  const club = join(wine.drive, 'ProgramData/PadelClub');
  const log = () => readFileSync(join(club, 'log/padel-club.log'), 'utf8');
  const command = (args: string[], more: Record<string, string> = {}) =>
    wine.run(['cmd', '/c', 'C:\\Program Files\\PadelClub\\padel-club.cmd', ...args], more);
  const port = String(await findFreePort());
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => new Response(Bun.file(join(newRelease, new URL(url).pathname))),
  });
  try {
    const wrong = await run(['install', 'club.example', '--port', port]);
    expect([wrong.exitCode, wrong.stderr]).toEqual([1, expect.stringContaining('https://')]);
    const installed = await run(['install', '--port', port, '--updates', server.url.href]);
    expect(installed).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(
        new RegExp(`^Open this link to set the club up: http://\\S+:${port}/setup#\\S+\\s*$`),
      ),
      stderr: expect.stringContaining(`padel-club ${OLD} runs, and starts with this computer.`),
    });
    expect(existsSync(join(wine.drive, 'windows/system32/tasks/PadelClub'))).toBe(true);
    expect(log()).toContain(' ready ');
    const again = await run(['install']);
    expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining('is installed already')]);
    // Nobody else's folder is named, so the command works on the installed club.
    expect((await command(['settings', 'set', 'club.name', 'Smash'])).exitCode).toBe(0);
    expect((await command(['check', 'too', 'many'])).exitCode).toBe(2);

    const booking = await postBooking(`http://127.0.0.1:${port}`, distinctBooking(1));
    expect(booking.status).toBe(201);
    await scheduler.kill();
    expect(await isReady(port)).toBe(false);
    scheduler.minute();
    await waitUntil(() => isReady(port), 60);

    // An invalid file stops each start, says why in the log, and needs nothing but its correction.
    const toml = join(club, 'data/club.toml');
    const sound = readFileSync(toml, 'utf8');
    writeFileSync(toml, sound.replace('keep = 14', 'keep = 0'));
    await scheduler.kill();
    scheduler.minute();
    await waitUntil(() => log().includes('backup.keep is 0, but at least 1 is expected'), 60);
    writeFileSync(toml, sound);
    await waitUntil(() => {
      scheduler.minute();
      return isReady(port);
    }, 60);

    scheduler.breakVersion(NEW);
    const failed = await command(['update'], { HEALTH_SECONDS: '15' });
    expect([failed.exitCode, failed.stderr]).toEqual([
      1,
      expect.stringContaining(
        'did not become healthy and was put back. Read: C:\\ProgramData\\PadelClub\\log',
      ),
    ]);
    expect((await command(['version'])).stdout).toContain(`padel-club ${OLD},`);
    await waitUntil(() => isReady(port), 60);
    scheduler.breakVersion('');
    const updated = await command(['update']);
    expect([updated.exitCode, updated.stderr]).toEqual([
      0,
      expect.stringContaining(`The club runs version ${NEW}.`),
    ]);
    expect((await command(['version'])).stdout).toContain(`padel-club ${NEW},`);
    expect(await isReady(port)).toBe(true);
    const exported = await command(['export', 'bookings']);
    expect(exported.stdout).toContain(String(booking.json.booking.id));

    const removed = await command(['uninstall']);
    expect([removed.exitCode, removed.stdout.trim()]).toEqual([
      0,
      "padel-club is removed. The club's data is in C:\\ProgramData\\PadelClub\\data.",
    ]);
    expect(await isReady(port)).toBe(false);
    await waitUntil(() => !existsSync(programs), 60);
    expect(existsSync(join(wine.drive, 'windows/system32/tasks/PadelClub'))).toBe(false);
    expect(readdirSync(club).sort()).toEqual(['data', 'log']);

    // A later install finds the club.
    const back = await run(['install', 'https://club.example', '--port', port]);
    expect([back.exitCode, back.stdout]).toEqual([0, expect.stringContaining('https://club.example/setup#')]);
    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect(await page.text()).toContain('Smash');
    expect((await run(['uninstall'])).exitCode).toBe(0);
  } finally {
    await scheduler.stop();
    await server.stop(true);
  }
}, 900_000);

function isReady(port: string): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}
