/** What doctor sees of files: backups that are gone or cut, and receipts whose bytes changed. */

import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'bun:test';
import {
  chmodSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createDataDir, makeTempDir, removeDirs } from '../../support/data-dir.ts';
import { runCommand } from '../../support/run-command.ts';
import { startServerProcess } from '../../support/server-process.ts';

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

test('a folder set after the last backup or copy lacks both for now, which is no fault', async () => {
  const [first, second] = [makeTempDir(), makeTempDir()];
  folders.push(first, second);
  await runCommand(['backup', '--data', dataDir], { BACKUP_FOLDER: first });
  await runCommand(['copy', '--data', dataDir], { BACKUP_FOLDER: first });
  const moved = await doctor([], { BACKUP_FOLDER: second });
  expect([moved.exitCode, moved.stdout]).toEqual([
    0,
    expect.stringMatching(
      new RegExp(
        String.raw`\[ warn \] The last backup \S+ was put in ${first}, and not in ${second}\.\n +→ The site makes the first one there at 05:00\. To make one now: padel-club backup --data ${dataDir}\n`,
      ),
    ),
  ]);
  expect(moved.stdout).toContain(`[ warn ] The club has no copy in ${second} yet.`);
  // Its disk was taken out.
  rmSync(first, { recursive: true });
  expect((await doctor([], { BACKUP_FOLDER: second })).exitCode).toBe(0);
  expect((await doctor([], { BACKUP_FOLDER: first })).exitCode).toBe(1);
});

test('a backup that is gone from the folder set before is a fault', async () => {
  const env = { BACKUP_FOLDER: makeTempDir() };
  folders.push(env.BACKUP_FOLDER);
  expect((await doctor([], env)).exitCode).toBe(0);
  rmSync(backup);
  const { exitCode, stdout } = await doctor([], env);
  expect([exitCode, stdout]).toEqual([
    1,
    expect.stringMatching(/FAIL.*The last backup \S+ is not in .*backups\./),
  ]);
});

test('a club restored with its settings has no backup of its own machine yet, which is no fault', async () => {
  const folder = makeTempDir();
  const other = join(makeTempDir(), 'club');
  folders.push(folder, other);
  const env = { BACKUP_FOLDER: folder };
  await runCommand(['copy', '--data', dataDir], env);
  await runCommand(['restore', '--from', folder, '--data', other]);
  const { exitCode, stdout } = await runCommand(['doctor', '--offline', '--data', other], env);
  expect([exitCode, stdout]).toEqual([
    0,
    expect.stringContaining(`[ warn ] No backup that this machine made is in ${folder} yet.\n`),
  ]);
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
  expect((await doctor([], env)).stdout).toMatch(/FAIL.* of the copies has changed after being stored/);
  rmSync(join(objects, digest));
  expect((await doctor([], env)).stdout).toMatch(
    /FAIL.* lacks 1 receipt or picture of the last copy, such as/,
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

test('a new club hears first of its owner, then of what the owner enters, each once with its page', async () => {
  const env = { PUBLIC_URL: 'https://club.example', HOST: '127.0.0.1', TRUST_PROXY: '1' };
  const site = await startServerProcess({ bank: false, env });
  onTestFinished(() => site.close());
  const look = async (env: Record<string, string>) => {
    const { stdout } = await runCommand(['doctor', '--offline', '--data', site.dataDir], env);
    return stdout.split('\n').filter((line) => line.startsWith('[ warn ]') || line.includes('Settings,'));
  };
  // A command typed by hand lacks the variables of the site.
  expect(await look({})).toEqual([
    '[ warn ] The club has no owner.',
    "[ warn ] The club's phone number is still the example.",
    '         → Enter your own details in the dashboard, under Settings, Club and contacts.',
    '[ warn ] There is no bank account, so the site does not offer bank transfer.',
    '         → Enter your own in the dashboard, under Settings, Bank account: customers pay there.',
    '[ warn ] Email is not sent, only saved in the folder outbox, because no mail server is set up.',
    '         → Enter the mail server in the dashboard, under Settings, Email, or as SMTP_URL.',
    '[ warn ] The club has no backup yet.',
    '[ warn ] The backups are on the same disk as the club.',
    '         → Name another disk or a bucket in the dashboard, under Settings, Backup copies.',
  ]);
  await site.restart({ PUBLIC_URL: 'http://localhost' });
  const address = (await look({})).filter((line) => /address/.test(line));
  expect(address).toEqual([
    '[ warn ] The site runs behind a proxy and does not know its address: links in emails lead to this machine.',
    '         → Set the address that people type, with https, in the dashboard, under Settings, Public address, or as PUBLIC_URL: links in emails lead there.',
  ]);
});

test('a command in the advice can be pasted, whatever the folder is called', async () => {
  const folder = join(makeTempDir(), "میرا Sana's club");
  folders.push(folder);
  renameSync(dataDir, folder);
  chmodSync(folder, 0o755);
  const { stdout } = await runCommand(['doctor', '--offline', '--data', folder]);
  const [, command = ''] = /→ (chmod -R go= .*)/.exec(stdout) ?? [];
  expect(Bun.spawnSync(['sh', '-c', command]).exitCode).toBe(0);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});
