import { expect, onTestFinished, test } from 'bun:test';
import { mkdirSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureSystemPackage } from '../../scripts/ensure-system-package.ts';
import { hashClubData } from '../support/data-dir.ts';
import { createClubServices } from '../support/many-clubs.ts';
import { startPrometheus } from '../support/prometheus.ts';
import { addContactMessage } from '../support/test-bucket.ts';
import { waitUntil } from '../support/wait-until.ts';

const CLUBS = Number(process.env.CLUBS ?? 30);
const IDLE_SECONDS = 30;
const CLOCK_TICKS_PER_SECOND = 100;

test('many clubs on one machine: served, watched by Prometheus, and a bad upgrade is undone', async () => {
  const services = await createClubServices(CLUBS);
  const { clubs, root, isReady, pidOf } = services;
  try {
    const started = performance.now();
    await services.startAll();
    const startSeconds = (performance.now() - started) / 1000;
    // The first copies and rehearsals are done before the clubs are idle.
    const folder = (name: string) => join(root, 'copies', name);
    await Bun.sleep(40_000);
    const usedBefore = clubs.map((club) => cpuTicks(pidOf(club)));
    await Bun.sleep(IDLE_SECONDS * 1000);
    const ticks = clubs.reduce((sum, club, at) => sum + cpuTicks(pidOf(club)) - (usedBefore[at] ?? 0), 0);
    const memory = clubs.map((club) => proportionalBytes(pidOf(club)));
    const megabytes = memory.reduce((sum, bytes) => sum + bytes, 0) / 1e6;

    await ensureSystemPackage('prometheus');
    const prometheus = await startPrometheus(join(root, 'prometheus'), clubs, (rules) =>
      rules.replace('> 1800\n        for: 5m', '> 8\n        for: 1s'),
    );
    try {
      const stopped = clubs[1];
      if (!stopped) throw new Error('no second club');
      // The disk of its copies is gone, and a customer writes.
      rmSync(folder(stopped.name), { recursive: true });
      writeFileSync(folder(stopped.name), '');
      addContactMessage(stopped.dataDir);
      const alerts = async () => Object.keys(await prometheus.firing('ClubCopiesStopped'));
      await waitUntil(async () => (await alerts()).length > 0, 60);
      expect(await alerts()).toEqual([stopped.name]);
      expect(await prometheus.query('sum(up{job="padel-club"})')).toBe(CLUBS);
      rmSync(folder(stopped.name));
      mkdirSync(folder(stopped.name));
    } finally {
      await prometheus.stop();
    }

    const bad = clubs[2];
    const { exitCode, stderr } = await services.update(services.createNewVersion(bad?.name ?? ''));
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining(`${bad?.name}: did not become healthy and was put back.`),
    ]);
    expect((await Promise.all(clubs.map(isReady))).filter(Boolean)).toHaveLength(CLUBS);
    console.log(
      `${CLUBS} clubs: all ready after ${startSeconds.toFixed(1)} s; ${megabytes.toFixed(0)} MB of memory together, ${(megabytes / CLUBS).toFixed(0)} MB each; ` +
        `idle ${((100 * ticks) / CLOCK_TICKS_PER_SECOND / IDLE_SECONDS).toFixed(1)} % of a core together; Prometheus scraped ${CLUBS}, 1 alert; the third upgrade stopped the roll and was put back`,
    );
  } finally {
    services.close();
  }
}, 900_000);

function cpuTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** The memory of a process, where pages that several processes share count in parts. */
function proportionalBytes(pid: number): number {
  const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

test('an update takes one club at a time, stops at the first that fails and undoes it', async () => {
  const services = await createClubServices(4, 30);
  onTestFinished(() => services.close());
  await services.startAll();
  const { clubs, env, executable, isReady } = services;
  const bad = clubs[2];
  if (!bad) throw new Error('no third club');
  const before = hashClubData(bad.dataDir);
  const { exitCode, stderr } = await services.update(services.createNewVersion(bad.name));
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringContaining('club-03: did not become healthy and was put back.'),
  ]);
  expect(stderr).toContain('club-01: healthy\n');
  expect(stderr).toContain('club-02: healthy\n');
  expect(stderr).not.toContain('club-04');
  const links = clubs.map(({ name }) => realpathSync(join(env.PROGRAM_DIR, 'clubs', name)));
  expect(links.map((link) => link === executable)).toEqual([false, false, true, true]);
  expect(readlinkSync(join(env.PROGRAM_DIR, 'clubs/club-01'))).toContain('/versions/9.9.9-');
  expect(await Promise.all(clubs.map(isReady))).toEqual([true, true, true, true]);
  expect(hashClubData(bad.dataDir)).toBe(before);
  // The next run goes on where this one stopped.
  const again = await services.update(services.createNewVersion('nobody'));
  expect(again.exitCode).toBe(0);
  expect(again.stderr).toContain('All clubs run version 9.9.9.');
  expect(await Promise.all(clubs.map(isReady))).toEqual([true, true, true, true]);
  rmSync(join(env.SETTINGS_DIR, 'club-04.env'));
  expect((await services.update(executable, '--club', 'club-04')).stderr).toContain('runs no such club');
}, 120_000);
