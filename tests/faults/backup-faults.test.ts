import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  appendFileSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createBackup } from '../../src/backups/create-backup.ts';
import { openDataDir } from '../../src/backups/open-data-dir.ts';
import { restoreClub } from '../../src/backups/restore.ts';
import { createDataDir, hashClubData, makeTempDir, removeDirs } from '../support/data-dir.ts';

const NOON = Date.parse('2026-11-20T12:00:00+05:00');
let dataDir = '';
let backup = '';
let backupDir = '';

beforeAll(async () => {
  dataDir = createDataDir();
  backupDir = makeTempDir();
  const made = await createBackup({
    dataDir,
    folder: backupDir,
    club: 'Padel',
    keep: null,
    withSecrets: false,
    program: 'test',
    now: () => NOON,
  });
  backup = made.path;
});
afterAll(() => removeDirs(dataDir, backupDir));

const restore = (file: string) =>
  restoreClub({ source: { file }, dataDir, withSettings: true, now: () => NOON });

test('a backup with one changed bit is refused at each of 200 positions, and the club stays unchanged', async () => {
  const bytes = readFileSync(backup);
  openDataDir(dataDir).release();
  // SQLite's own files come and go with the connections of this process.
  const state = () => [
    hashClubData(dataDir),
    readdirSync(dataDir)
      .filter((name) => !/-(wal|shm)$/.test(name))
      .sort(),
  ];
  const before = state();
  const damaged = join(backupDir, 'damaged');
  let refused = 0;
  for (let at = 0; at < 200; at += 1) {
    // Evenly spaced from the first byte to the last one, each time with another bit.
    const place = Math.round((at * (bytes.length - 1)) / 199);
    const copy = Uint8Array.from(bytes);
    copy[place] = (copy[place] ?? 0) ^ (1 << (at % 8));
    writeFileSync(damaged, copy);
    await restore(damaged).catch((error: Error) => {
      if (error.message.includes('is damaged')) refused += 1;
    });
  }
  expect(refused).toBe(200);
  expect(state()).toEqual(before);
});

test('a truncated, extended, empty or missing backup is refused', async () => {
  const copy = join(backupDir, 'cut');
  for (const size of [0, 1, 39, 40, 41, statSync(backup).size >> 1, statSync(backup).size - 1]) {
    copyFileSync(backup, copy);
    truncateSync(copy, size);
    await expect(restore(copy)).rejects.toThrow('is damaged');
  }
  copyFileSync(backup, copy);
  appendFileSync(copy, 'x');
  await expect(restore(copy)).rejects.toThrow('is damaged');
  await expect(restore(join(backupDir, 'nothing'))).rejects.toThrow('no such file');
});
