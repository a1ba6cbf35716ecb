import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../support/run-command.ts';
import { EXECUTABLE } from '../support/server-process.ts';

let testFolder = '';
beforeAll(() => {
  testFolder = mkdtempSync(join(tmpdir(), 'padel-progress-'));
});
afterAll(() => rmSync(testFolder, { recursive: true, force: true }));
const folderPath = (name: string) => join(testFolder, name);

/** Runs a command in a terminal and returns everything it wrote, control sequences included. */
async function runInTerminal(args: string[]): Promise<{ code: number; seen: string }> {
  let seen = '';
  const decoder = new TextDecoder();
  const child = Bun.spawn([EXECUTABLE, ...args], {
    env: { PATH: process.env.PATH ?? '', TERM: 'xterm' },
    terminal: {
      cols: 80,
      rows: 24,
      data(_, bytes) {
        seen += decoder.decode(bytes, { stream: true });
      },
    },
  });
  const code = await child.exited;
  child.terminal?.close();
  return { code, seen };
}

/** Each state of the refreshed line of one stage. */
function progressLines(seen: string, stage: string): { text: string; percent: number }[] {
  return seen
    .split(CLEAR)
    .filter((text) => text.startsWith(`${stage}: `) && text.includes(' %'))
    .map((text) => ({ text, percent: Number(/: (\d+) %/.exec(text)?.[1]) }));
}

const CLEAR = '\r\x1b[K';
const lines = (text: string) => text.trim().split('\n');

/** A club with a large sparse file, which takes time and no space on the disk. */
async function createLargeClub(name: string, bytes: number): Promise<string> {
  expect((await runCommand(['demo', '--bookings', '40', '--data', folderPath(name)])).exitCode).toBe(0);
  mkdirSync(join(folderPath(name), 'media'), { recursive: true });
  const largeFile = join(folderPath(name), 'media', 'large.bin');
  writeFileSync(largeFile, '');
  truncateSync(largeFile, bytes);
  return folderPath(name);
}

test('short work shows no progress', async () => {
  const small = folderPath('small');
  const filled = await runCommand(['demo', '--bookings', '50', '--data', small]);
  expect(lines(filled.stderr)).toEqual([expect.stringMatching(/^50 bookings written to /)]);
  const saved = await runCommand(['backup', '--data', small]);
  expect(lines(saved.stderr)).toEqual([
    `Saving ${small} …`,
    expect.stringMatching(/^Saved and verified: 2 files, \d+ KB\.$/),
  ]);
  const restored = await runCommand(['restore', saved.stdout.trim(), '--data', folderPath('elsewhere')]);
  expect(lines(restored.stderr).slice(0, 2)).toEqual([
    `Checking ${saved.stdout.trim()} …`,
    expect.stringMatching(/^Restored the club as it was on .*, 2 files\.$/),
  ]);
});

test('a long demo refreshes one line in a terminal and clears it at the end', async () => {
  const { code, seen } = await runInTerminal(['demo', '--bookings', '60000', '--data', folderPath('shown')]);
  expect(code).toBe(0);
  const writing = progressLines(seen, 'Writing');
  expect(writing.length).toBeGreaterThan(2);
  for (const { text } of writing) expect(text).toMatch(/^Writing: \d+ %, [\d,]+ of 60,000 bookings$/);
  const percents = writing.map(({ percent }) => percent);
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  expect(seen).toContain(`${CLEAR}60000 bookings written to `);
});

test('a large backup writes its stages to a log, one line every few seconds', async () => {
  const dataDir = await createLargeClub('logged', 1_200_000_000);
  const started = performance.now();
  const { exitCode, stderr } = await runCommand(['backup', '--data', dataDir]);
  const seconds = (performance.now() - started) / 1000;
  expect(exitCode).toBe(0);
  const logLines = lines(stderr);
  const announced = logLines.filter((line) => line.endsWith('GB …'));
  expect(announced).toEqual([
    'Hashing files: 1.2 GB …',
    'Packing: 1.2 GB …',
    'Verifying the archive: 1.2 GB …',
  ]);
  const counted = logLines.filter((line) => line.includes(' %'));
  for (const line of counted) expect(line).toMatch(/^[A-Z][a-z ]+: \d+ %, [\d.]+ [MG]B of 1\.2 GB$/);
  expect(counted.length).toBeLessThanOrEqual(seconds / 3);
  if (seconds > 20) expect(counted.length).toBeGreaterThan(0);
  expect(stderr).not.toContain('\x1b');
}, 180_000);

test('restore shows the unpacked bytes in a terminal and in a log', async () => {
  const dataDir = await createLargeClub('heavy', 500_000_000);
  const saved = await runCommand(['backup', '--data', dataDir]);
  const path = saved.stdout.trim();
  const logged = await runCommand(['restore', path, '--data', folderPath('log')]);
  expect([logged.exitCode, lines(logged.stderr)[1]]).toEqual([
    0,
    expect.stringMatching(/^Unpacking: 500\.\d MB …$/),
  ]);
  rmSync(folderPath('log'), { recursive: true });
  const started = performance.now();
  const { code, seen } = await runInTerminal(['restore', path, '--data', folderPath('terminal')]);
  const seconds = (performance.now() - started) / 1000;
  expect([code, seen.includes('Restored the club')]).toEqual([0, true]);
  expect(seen).toContain(`${CLEAR}Unpacking: 500.`);
  if (seconds > 4) expect(progressLines(seen, 'Unpacking').length).toBeGreaterThan(0);
}, 180_000);

test('doctor and export of a large club show their progress', async () => {
  const { exitCode } = await runCommand(['demo', '--bookings', '60000', '--data', folderPath('large')]);
  expect(exitCode).toBe(0);
  const doctor = await runCommand(['doctor', '--offline', '--data', folderPath('large')]);
  expect(doctor.stderr).toMatch(/^Verifying the database: \d+\.\d MB …\n$/);
  const started = performance.now();
  const csv = folderPath('bookings.csv');
  const { seen } = await runInTerminal(['export', 'bookings', '--data', folderPath('large'), '--to', csv]);
  expect(seen).toContain(`${CLEAR}Written to ${csv}`);
  if (performance.now() - started > 3000) expect(seen).toMatch(/Writing: \d+\.\d MB/);
}, 180_000);
