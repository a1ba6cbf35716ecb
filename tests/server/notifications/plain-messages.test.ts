/** Messages that name the cause, and what to do about it. */
import { afterEach, expect, test } from 'bun:test';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataDir, makeTempDir, removeDirs } from '../../support/data-dir.ts';
import { runCommand } from '../../support/run-command.ts';
import { EXECUTABLE } from '../../support/server-process.ts';

const folders: string[] = [];
afterEach(() => removeDirs(...folders.splice(0)));
const tracked = (folder: string) => {
  folders.push(folder);
  return folder;
};

test('help describes the command that follows it, and a typing error gets a proposal', async () => {
  const { stdout } = await runCommand(['help', 'restore']);
  expect(stdout).toStartWith('padel-club restore [FILE] [options]');
  expect((await runCommand(['backpu'])).stderr).toStartWith(
    'There is no command "backpu". Did you mean "backup"?',
  );
  expect((await runCommand(['frobnicate'])).stderr).toStartWith('There is no command "frobnicate".\n');
});

test('help prints a page of one screen, or a file of scripts/deploy to install', async () => {
  const { stdout: overview } = await runCommand(['help']);
  for (const page of ['online', 'tunnel', 'wireguard', 'hosted', 'nginx', 'power', 'card', 'windows']) {
    const { exitCode, stdout } = await runCommand(['help', page]);
    const lines = stdout.split('\n');
    const longest = Math.max(...lines.map((line) => line.length));
    expect([page, exitCode, lines.length <= 50, longest <= 120]).toEqual([page, 0, true, true]);
    // Every file that a page names is there.
    for (const [, name = ''] of stdout.matchAll(/padel-club help ([\w.-]+\w)/g)) {
      expect(overview).toMatch(
        new RegExp(`^Pages of padel-club help: .*\\b${name.replaceAll('.', '\\.')}`, 'm'),
      );
      expect((await runCommand(['help', name])).exitCode).toBe(0);
    }
  }
  const files = ['Caddyfile', 'nginx.conf', 'padel-club.service', 'padel-club-tunnel.service'].concat(
    ...['padel-club-wireguard.socket', 'padel-club-wireguard.service'],
  );
  for (const file of files) {
    const { stdout } = await runCommand(['help', file]);
    expect(stdout).toBe(await Bun.file(join(import.meta.dir, '../../../scripts/deploy', file)).text());
  }
});

test('a reader that closes the pipe gets no stack', async () => {
  const dataDir = tracked(createDataDir());
  const child = Bun.spawn(['sh', '-c', `"${EXECUTABLE}" export bookings --data "${dataDir}" | head -n 1`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, said] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect([out.split('\n').length, said]).toEqual([2, expect.not.stringMatching(/EPIPE|^\s+at /m)]);
});

test('a file as data folder', async () => {
  const file = join(tracked(makeTempDir()), 'file');
  writeFileSync(file, '');
  const { exitCode, stderr } = await runCommand(['serve', '--data', file], { PORT: '0' });
  expect([exitCode, stderr]).toEqual([
    1,
    `${file} is a file or is inside one, but a folder is expected. Name a different one with --data.\n`,
  ]);
});

test('a refused restore leaves no folder', async () => {
  const parent = tracked(makeTempDir());
  const file = join(parent, 'x.tar.zst');
  writeFileSync(file, 'no backup');
  const { exitCode } = await runCommand(['restore', file, '--data', join(parent, 'club')]);
  expect([exitCode, existsSync(join(parent, 'club'))]).toEqual([1, false]);
});

test('a club without an owner is set up by its link', async () => {
  const dataDir = tracked(createDataDir());
  const { stdout } = await runCommand(['doctor', '--offline', '--data', dataDir]);
  expect(stdout).not.toContain('Register on the website');
});
