import { afterAll, expect, test } from 'bun:test';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataDir, removeDirs } from '../../support/data-dir.ts';
import { runCommand } from '../../support/run-command.ts';
import { startServerProcess } from '../../support/server-process.ts';

const dataDir = createDataDir({ bookings: 5, receipts: 0 });
afterAll(() => removeDirs(dataDir));
const settings = (...args: string[]) => runCommand(['settings', ...args, '--data', dataDir]);

test('set changes what a running site shows, get and export print it without secrets', async () => {
  appendFileSync(join(dataDir, 'club.toml'), '');
  const server = await startServerProcess({ dataDir, env: { SMTP_URL: 'smtp://desk:hunter2@127.0.0.1:9' } });
  const changed = await settings('set', 'club.name', 'Smash & Sons');
  expect(changed).toMatchObject({ exitCode: 0, stderr: 'Changed: club.name.\n' });
  expect((await settings('set', 'booking.days_ahead', '30')).exitCode).toBe(0);
  expect(await (await fetch(server.url)).text()).toContain('Smash &amp; Sons');
  await server.stop();
  expect((await settings('get', 'club.name')).stdout).toBe('"Smash & Sons"\n');
  // What `get` prints may be pasted.
  expect((await settings('set', 'club.name', '"Smash & Sons"')).stderr).toBe('Nothing changed.\n');
  const exported = await settings('export');
  expect(JSON.parse(exported.stdout)).toMatchObject({
    'club.name': 'Smash & Sons',
    'booking.days_ahead': 30,
  });
  expect(exported.stdout).not.toContain('hunter2');
});

test('an exported file can be imported; an unknown key or a wrong value changes nothing', async () => {
  const file = join(dataDir, 'settings.json');
  const { stdout } = await settings('export');
  writeFileSync(file, stdout.replace('Smash & Sons', 'Ace & Sons'));
  expect((await settings('import', file)).stderr).toBe('Changed: club.name.\n');
  writeFileSync(file, JSON.stringify({ 'club.name': 'Third', 'club.nmae': 'x', 'bank.iban': 'PK00' }));
  const refused = await settings('import', file);
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toContain('club.nmae: This is not a setting of this program.');
  expect(refused.stderr).toContain('bank.iban: This IBAN has a typo');
  expect(refused.stderr).toContain('Nothing was changed.');
  expect((await settings('get', 'club.name')).stdout).toBe('"Ace & Sons"\n');
  const renamed = JSON.stringify({ 'club.name': 'Café' });
  // PowerShell's > writes UTF-16, and its Set-Content a byte order mark.
  writeFileSync(file, `\uFEFF${renamed}`, 'utf16le');
  expect((await settings('import', file)).stderr).toBe('Changed: club.name.\n');
  writeFileSync(file, `\uFEFF${renamed}`);
  expect((await settings('import', file)).stderr).toBe('Nothing changed.\n');
  expect((await settings('get', 'club.name')).stdout).toBe('"Café"\n');
  writeFileSync(file, 'no json');
  expect((await settings('import', file)).stderr).toContain('is not JSON');
});

test.each([
  [['set', 'club.nmae', 'x'], 1, '"club.nmae" is not a setting.'],
  [['set', 'club.name'], 2, 'KEY or VALUE is missing.'],
  [['reset'], 2, '"reset" is not get, set, export or import.'],
  [['set', 'booking.days_ahead', 'many'], 1, 'booking.days_ahead: Please enter a number.'],
])('settings %p is refused with a sentence', async (args, exitCode, sentence) => {
  const result = await settings(...args);
  expect(result.exitCode).toBe(exitCode);
  expect(result.stderr).toContain(sentence);
});
