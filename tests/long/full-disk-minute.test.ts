/** A disk that is full for a minute of bookings: what visitors, health, the log and commands see, and nothing is lost. */
import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { distinctBooking, postBooking, TRUST_PROXY_ENV } from '../support/booking-load.ts';
import { makeTempDir, removeDirs } from '../support/data-dir.ts';
import { checkIntegrity, INTACT } from '../support/database-integrity.ts';
import { runCommand } from '../support/run-command.ts';
import { startServerProcess } from '../support/server-process.ts';
import { waitUntil } from '../support/wait-until.ts';

const RATE = 10;
const FULL_SECONDS = 60;
const disk = makeTempDir();
const other = makeTempDir();
afterAll(() => {
  Bun.spawnSync(['umount', '-l', disk]);
  removeDirs(disk, other);
});

test('a full disk under load, freed after a minute', async () => {
  expect(Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]).exitCode).toBe(0);
  const dataDir = join(disk, 'data');
  mkdirSync(dataDir);
  const club = await startServerProcess({ dataDir, env: TRUST_PROXY_ENV });
  const load = (seconds: number, from: number) => bookFor(club.url, seconds, from);
  const statusOf = async (path: string) => (await fetch(club.url + path)).status;

  const before = await load(5, 0);
  expect(before.acknowledged.length).toBe(5 * RATE);
  const filler = join(disk, 'filler');
  try {
    writeFileSync(filler, Buffer.alloc(32 * 1024 * 1024));
  } catch {
    // What fits fills the disk.
  }
  const linesBefore = linesOf(club.output());
  const underLoad = load(FULL_SECONDS, 100);
  await waitUntil(async () => (await statusOf('/api/health')) === 503);
  const pages = [];
  for (const path of ['/', '/booking', '/matches', '/api/courts', '/api/health', '/api/health/live'])
    pages.push([path, await statusOf(path)]);
  expect(pages).toEqual([
    ['/', 200],
    ['/booking', 200],
    ['/matches', 200],
    ['/api/courts', 200],
    ['/api/health', 503],
    ['/api/health/live', 200],
  ]);
  const doctor = await runCommand(['doctor', '--data', dataDir]);
  expect([doctor.exitCode, doctor.stdout]).toEqual([1, expect.stringContaining('because the disk is full')]);
  const backup = await runCommand(['backup', '--to', other, '--data', dataDir]);
  expect([backup.exitCode, backup.stderr]).toEqual([0, expect.stringContaining('Saved and verified')]);
  const promoted = await runCommand(['promote', 'a@b.example', '--data', dataDir]);
  expect([promoted.exitCode, promoted.stderr]).toEqual([1, expect.not.stringMatching(/^\s+at |SQLITE/m)]);

  const during = await underLoad;
  expect([...during.refused.keys()]).toEqual([503]);
  expect(await statusOf('/api/health')).toBe(503);
  const log = club.output().split('\n').slice(linesBefore);
  const others = log.filter((line) => line && !line.includes('"event":"request"'));
  // The disk is named once, not for each refused booking.
  expect(others.filter((line) => line.includes('"event":"disk full"'))).toHaveLength(1);
  expect(others.length).toBeLessThan(20);

  rmSync(filler);
  const freedAt = performance.now();
  await waitUntil(async () => (await statusOf('/api/health')) === 200);
  const healthySeconds = (performance.now() - freedAt) / 1000;
  const after = await load(5, 800);
  expect(after.acknowledged.length).toBe(5 * RATE);
  expect(await club.stop('SIGTERM')).toBe(0);
  const { ids, ...whole } = checkIntegrity(dataDir);
  expect(whole).toEqual(INTACT);
  const acknowledged = [before, during, after].flatMap((result) => result.acknowledged);
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  console.log(
    `full for ${FULL_SECONDS} s at ${RATE} bookings a second: ${during.acknowledged.length} confirmed, ${during.refused.get(503)} refused by 503, ${others.length} log lines beside the requests; healthy ${healthySeconds.toFixed(1)} s after it was freed`,
  );
}, 300_000);

/** Begins ten bookings a second, whatever becomes of those before. */
async function bookFor(url: string, seconds: number, from: number) {
  const acknowledged: number[] = [];
  const refused = new Map<number, number>();
  const answers: Promise<void>[] = [];
  for (let index = 0; index < RATE * seconds; index += 1) {
    const answer = postBooking(url, distinctBooking(from + index)).then(({ status, json }) => {
      if (status === 201) acknowledged.push(json.booking.id);
      else refused.set(status, (refused.get(status) ?? 0) + 1);
    });
    answers.push(answer);
    await Bun.sleep(1000 / RATE);
  }
  await Promise.all(answers);
  return { acknowledged, refused };
}

const linesOf = (output: string) => output.split('\n').length - 1;
