/** The log in a file, for a site that Windows starts: it has a limit, and says why a start failed. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLog } from '../../../src/http/log.ts';
import { openLogFile } from '../../../src/http/log-file.ts';
import { makeTempDir, removeDirs } from '../../support/data-dir.ts';
import { runCommand } from '../../support/run-command.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = makeTempDir();
  path = join(folder, 'log', 'padel-club.log');
});
afterEach(() => removeDirs(folder));

const line = (number: number) => `line ${String(number).padStart(4, '0')}\n`;
const names = () => readdirSync(join(folder, 'log')).sort();
const read = (name: string) => readFileSync(join(folder, 'log', name), 'utf8');

test('a full file becomes the newest of four older ones, also after a restart', () => {
  const LINES = 10;
  const writeLines = (from: number, to: number) => {
    const write = openLogFile(path, LINES * line(0).length);
    for (let number = from; number < to; number += 1) write(line(number));
  };
  writeLines(0, 25);
  expect(names()).toEqual(['padel-club.log', 'padel-club.log.1', 'padel-club.log.2']);
  writeLines(25, 95);
  expect(names()).toEqual(['padel-club.log', ...[1, 2, 3, 4].map((number) => `padel-club.log.${number}`)]);
  const kept = ['.4', '.3', '.2', '.1', ''].map((ending) => read(`padel-club.log${ending}`));
  expect(kept.join('')).toBe(Array.from({ length: 45 }, (_, at) => line(50 + at)).join(''));
  expect(Math.max(...kept.map((text) => text.length))).toBe(LINES * line(0).length);
});

test('a line longer than the file is kept whole', () => {
  const write = openLogFile(path, 20);
  write('a line of more than twenty letters\n');
  write('short\n');
  expect([read('padel-club.log.1'), read('padel-club.log')]).toEqual([
    'a line of more than twenty letters\n',
    'short\n',
  ]);
});

test('the server carries on when the file cannot be written, and writes again once it can', () => {
  const write = openLogFile(path, 20);
  write('before the fault ok\n');
  rmSync(join(folder, 'log'), { recursive: true });
  writeFileSync(join(folder, 'log'), 'in the way');
  write('lost, and no error thrown\n');
  rmSync(join(folder, 'log'));
  write('after\n');
  expect(read('padel-club.log')).toBe('after\n');
});

test('a file that cannot be opened stops the start', () => {
  mkdirSync(path, { recursive: true });
  expect(() => openLogFile(path)).toThrow(`LOG_FILE ${path} cannot be written (EISDIR).`);
});

test('events go to the file for its owner only', async () => {
  const log = openLog({ logFormat: 'text', logFile: path });
  log.info('ready', { port: 3000 });
  log.error('job failed');
  await log.drain(5000);
  expect(read('padel-club.log')).toMatch(/^\S+Z ready port=3000\n\S+Z ERROR job failed \n$/);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a start that fails says why in the file', async () => {
  const data = join(folder, 'club');
  mkdirSync(data);
  writeFileSync(join(data, 'club.toml'), '[backup]\nkeep = 0\n');
  const env = { LOG_FILE: path, LOG_FORMAT: 'text' };
  const { exitCode, stderr } = await runCommand(['serve', '--data', data], env);
  expect(exitCode).toBe(78);
  expect(read('padel-club.log')).toEndWith(`Z ERROR ended reason=${stderr}`);
  expect(stderr).toContain('line 2: backup.keep is 0');
});
