/** What doctor sees of files: backups that are gone or cut, and receipts whose bytes changed. */

import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataDir, makeTempDir, removeDirs } from '../../support/data-dir.ts';
import { runCommand } from '../../support/run-command.ts';

let dataDir: string;
let backup: string;
const folders: string[] = [];
beforeEach(async () => {
  dataDir = createDataDir({ receipts: 3 });
  folders.push(dataDir);
  backup = (await runCommand(['backup', '--data', dataDir])).stdout.trim();
});
afterEach(() => removeDirs(...folders.splice(0)));

const doctor = async (args: string[] = [], env: Record<string, string> = {}) => {
  const { exitCode, stdout } = await runCommand(['doctor', '--offline', ...args, '--data', dataDir], env);
  return { exitCode, stdout };
};

test('a sound club passes, deep or not', async () => {
  const short = await doctor();
  expect([short.exitCode, short.stdout]).toEqual([0, expect.stringContaining('can be read.')]);
  expect(short.stdout).toContain('Receipts and pictures match what was saved (a sample compared).');
  const deep = await doctor(['--deep']);
  expect([deep.exitCode, deep.stdout]).toEqual([0, expect.stringContaining('can be read to its end.')]);
});

test('a backup that is gone, cut or damaged fails', async () => {
  truncateSync(backup, readFileSync(backup).length - 100);
  expect((await doctor()).stdout).toMatch(/FAIL.*has \d+ of \d+ bytes\./);
  rmSync(backup);
  const gone = await doctor();
  expect([gone.exitCode, gone.stdout]).toEqual([
    1,
    expect.stringMatching(/FAIL.*The last backup .* is not in/),
  ]);
});

test('damage in the middle is seen by --deep', async () => {
  const bytes = readFileSync(backup);
  bytes.fill(0, bytes.length - 60, bytes.length - 30);
  writeFileSync(backup, bytes);
  expect((await doctor()).exitCode).toBe(0);
  expect((await doctor(['--deep'])).exitCode).toBe(1);
});

test('a backup folder that is missing, as when its disk is not mounted', async () => {
  const env = { BACKUP_FOLDER: join(makeTempDir(), 'disk') };
  await runCommand(['backup', '--data', dataDir], env);
  rmSync(env.BACKUP_FOLDER, { recursive: true });
  const { exitCode, stdout } = await doctor([], env);
  expect([exitCode, stdout]).toEqual([
    1,
    expect.stringContaining(`The backup folder ${env.BACKUP_FOLDER} does not exist.`),
  ]);
});

test('a club restored onto another machine has no backup there yet, which is no fault', async () => {
  rmSync(join(dataDir, 'backups'), { recursive: true });
  const { exitCode, stdout } = await doctor();
  expect([exitCode, stdout]).toEqual([
    0,
    expect.stringContaining(
      `[ warn ] This machine has no backup of the club yet.\n         → padel-club backup --data ${dataDir}\n`,
    ),
  ]);
});

test('a backup that is still in the earlier folder is no fault of the new one', async () => {
  const env = { BACKUP_FOLDER: makeTempDir() };
  folders.push(env.BACKUP_FOLDER);
  const { exitCode, stdout } = await doctor([], env);
  expect([exitCode, stdout]).toEqual([
    0,
    expect.stringMatching(/\[ warn \] The last backup .* is still in .*backups, and not in /),
  ]);
  rmSync(backup);
  expect((await doctor([], env)).exitCode).toBe(1);
});

test('a fix names the folder that was examined, and sudo for another user’s', async () => {
  rmSync(backup);
  const fix = 'padel-club backup';
  const other = { SUDO_UID: '54321' };
  expect((await doctor()).stdout).toContain(`messages: ${fix} --data ${dataDir}\n`);
  expect((await doctor([], { DATA_DIR: dataDir })).stdout).toContain(`messages: ${fix}\n`);
  expect((await doctor([], other)).stdout).toContain(`messages: sudo ${fix} --data ${dataDir}\n`);
});

test('a site whose PUBLIC_URL is misspelt says so with both addresses', async () => {
  const site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => Response.json({ warnings: ['address_unknown'], opened_at: 'https://club.example' }),
  });
  const env = { HOST: '127.0.0.1', PORT: String(site.port), PUBLIC_URL: 'https://club.exmaple' };
  const { stdout } = await doctor([], env);
  await site.stop(true);
  expect(stdout).toContain(
    'The site was opened at https://club.example, but its address is https://club.exmaple: links in emails lead there',
  );
  expect(stdout).toContain('→ Correct PUBLIC_URL, then restart the service.');
});

test('a receipt whose bytes changed but not their number', async () => {
  const [name = ''] = readdirSync(join(dataDir, 'receipts'));
  const path = join(dataDir, 'receipts', name);
  const bytes = readFileSync(path);
  bytes[5] = (bytes[5] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  const { exitCode, stdout } = await doctor();
  expect([exitCode, stdout]).toEqual([1, expect.stringContaining(`such as receipts/${name}.`)]);
});

test('a copy that is cut, that lacks a receipt, and one whose receipt has changed', async () => {
  const folder = makeTempDir();
  folders.push(folder);
  const env = { BACKUP_FOLDER: folder };
  const name = (await runCommand(['copy', '--data', dataDir], env)).stdout.trim().split(' ').at(-1) ?? '';
  const snapshot = join(folder, 'copies', name);
  const objects = join(folder, 'copies', name.split('/')[0] ?? '', 'files');
  expect((await doctor([], env)).stdout).toContain(`The last copy ${name} can be read.`);
  expect((await doctor(['--deep'], env)).stdout).toContain(`The last copy ${name} can be read to its end.`);

  const [digest = ''] = readdirSync(objects);
  const receipt = readFileSync(join(objects, digest));
  writeFileSync(join(objects, digest), Buffer.alloc(receipt.length));
  expect((await doctor([], env)).stdout).toMatch(/FAIL.* of the copies have changed since they were stored/);
  rmSync(join(objects, digest));
  expect((await doctor([], env)).stdout).toMatch(
    /FAIL.* lacks 1 receipts or pictures of the last copy, such as/,
  );
  writeFileSync(join(objects, digest), receipt);

  const bytes = readFileSync(snapshot);
  writeFileSync(snapshot, Buffer.from(bytes).fill(0, bytes.length - 60, bytes.length - 30));
  const damaged = await doctor(['--deep'], env);
  expect([damaged.exitCode, damaged.stdout]).toEqual([1, expect.stringContaining('its checksum is wrong')]);
  truncateSync(snapshot, bytes.length - 100);
  expect((await doctor([], env)).stdout).toMatch(/FAIL.*The last copy .* has \d+ of \d+ bytes\./);
});

test('a copy that is gone, and a database that no release had', async () => {
  const folder = makeTempDir();
  folders.push(folder);
  await runCommand(['copy', '--data', dataDir], { BACKUP_FOLDER: folder });
  renameSync(join(folder, 'copies'), join(folder, 'elsewhere'));
  expect((await doctor([], { BACKUP_FOLDER: folder })).stdout).toMatch(/FAIL.*The last copy .* is not in/);
  const db = new Database(join(dataDir, 'club.db'));
  db.run('PRAGMA user_version = 20');
  db.close();
  const { exitCode, stdout } = await doctor();
  expect([exitCode, stdout]).toEqual([1, expect.stringContaining('which no release of padel-club ever had')]);
});
