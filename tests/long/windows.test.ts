/** The release for Windows under Wine: every command, a site that answers, and texts that name nothing of Unix. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureSystemPackage } from '../../scripts/ensure-system-package.ts';
import { makeTempDir, removeDirs } from '../support/data-dir.ts';
import { findFreePort } from '../support/find-free-port.ts';
import { type CommandResult, resultOf } from '../support/run-command.ts';
import { waitUntil } from '../support/wait-until.ts';

const ROOT = resolve(import.meta.dir, '../..');
/** What Windows has since 7 and Wine 8 lacks. */
const PROCESS_PRNG = `#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return RtlGenRandom(data, (ULONG)size); }
`;

let dir = '';
let wine = '';
const env = (more: Record<string, string> = {}) => ({
  PATH: process.env.PATH ?? '',
  HOME: dir,
  WINEPREFIX: join(dir, 'prefix'),
  WINEDEBUG: '-all',
  TIME_SERVER: '127.0.0.1:9',
  ...more,
});
/** A path as Windows names it. */
const windows = (path: string) => `Z:${path.replaceAll('/', '\\')}`;
const at = (name: string) => join(dir, name);

beforeAll(async () => {
  dir = makeTempDir();
  wine = await ensureSystemPackage('wine');
  const gcc = await ensureSystemPackage('x86_64-w64-mingw32-gcc', 'gcc-mingw-w64-x86-64');
  writeFileSync(at('prng.c'), PROCESS_PRNG);
  const dll = at('bcryptprimitives.dll');
  const compiled = Bun.spawnSync([gcc, '-shared', '-O2', '-o', dll, at('prng.c'), '-ladvapi32']);
  expect(compiled.exitCode).toBe(0);
  const build = Bun.spawn(
    [process.execPath, 'scripts/build.ts', '--target', 'bun-windows-x64', '--outfile', at('padel-club.exe')],
    { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  expect(await build.exited).toBe(0);
  await Bun.spawn([wine, 'wineboot', '-i'], { env: env(), stdio: ['ignore', 'ignore', 'ignore'] }).exited;
}, 600_000);
afterAll(async () => {
  // The last process of a prefix ends some seconds after the others.
  await Bun.spawn(['wineserver', '-k'], { env: env(), stdio: ['ignore', 'ignore', 'ignore'] }).exited.catch(
    () => {},
  );
  removeDirs(dir);
});

const start = (args: string[], more: Record<string, string> = {}) =>
  Bun.spawn([wine, 'padel-club.exe', ...args], {
    cwd: dir,
    env: env(more),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });

async function run(args: string[], more: Record<string, string> = {}): Promise<CommandResult> {
  const result = await resultOf(start(args, more));
  const said = result.stdout + result.stderr;
  expect(said).not.toMatch(/\b(sudo|chown|chmod|systemctl|EFAULT|EPERM)\b|belongs to root|^\s+at /m);
  return result;
}

test('every command works on a club', async () => {
  const club = ['--data', windows(at('club'))];
  const copies = { BACKUP_FOLDER: windows(at('copies')) };
  const walk: [string[], number, string | RegExp][] = [
    [['version'], 0, 'padel-club '],
    [['demo', '--bookings', '50', ...club], 0, 'Sign in as owner@example.com'],
    [['check', ...club], 0, 'whole'],
    [['promote', 'member@example.com', ...club], 0, 'is an owner now'],
    [['demote', 'member@example.com', ...club], 0, 'is now a member'],
    [['reset-password', 'owner@example.com', ...club], 0, '/reset-password#token='],
    [['reset-second-factor', 'owner@example.com', ...club], 0, 'no second factor'],
    [['settings', 'get', 'club.name', ...club], 0, 'Padel Club'],
    [['export', 'bookings', ...club], 0, 'number,business_day'],
    [['confirm-clock', ...club], 0, 'Confirmed'],
    [['setup-link', ...club], 1, /owner|admin/],
    [['backup', ...club], 0, /Z:\\.*\\backups\\padel-club-faisalabad-.*\.tar\.zst/],
    [['doctor', '--deep', '--offline', ...club], 0, 'can be read to its end.'],
    [['new-club', ...club], 1, 'There is a club'],
    [['update', 'x.exe'], 1, 'replace the executable'],
  ];
  for (const [args, code, said] of walk) {
    const { exitCode, stdout, stderr } = await run(args);
    expect([args[0], exitCode, stdout + stderr]).toEqual([args[0], code, expect.stringMatching(said)]);
  }
  const backups = at('club/backups');
  const file = windows(join(backups, readdirSync(backups)[0] ?? ''));
  expect((await run(['restore', file, ...club])).exitCode).toBe(0);
  expect((await run(['copy', ...club], copies)).exitCode).toBe(0);
  expect((await run(['rehearse', ...club], copies)).exitCode).toBe(0);
  const other = ['--data', windows(at('other'))];
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
  const club = ['--data', windows(at('site'))];
  const port = String(await findFreePort());
  await run(['demo', '--bookings', '20', ...club]);
  const site = start(['serve', ...club], { PORT: port });
  try {
    const health = () => fetch(`http://127.0.0.1:${port}/api/health/ready`).then(({ status }) => status);
    await waitUntil(async () => (await health().catch(() => 0)) === 200, 60);
    expect((await run(['doctor', '--running'], { PORT: port })).exitCode).toBe(0);
    expect((await run(['backup', ...club])).exitCode).toBe(0);
    const second = await run(['serve', '--data', windows(at('second'))], { PORT: port });
    expect([second.exitCode, second.stderr]).toEqual([1, expect.stringContaining(`Port ${port} is in use`)]);
  } finally {
    site.kill('SIGKILL');
    await site.exited;
  }
}, 300_000);
