/** Prometheus scrapes three clubs: each alert in `scripts/deploy` fires for its real cause, and ends with it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCopyState } from '../../../src/backups/copy-state.ts';
import { distinctBooking, postBooking, TRUST_PROXY_ENV } from '../../support/booking-load.ts';
import { findFreePort } from '../../support/find-free-port.ts';
import { startMailServer } from '../../support/message-servers.ts';
import { missingPrograms, neighbourFolder, runProgram } from '../../support/neighbour.ts';
import { type Prometheus, startPrometheus } from '../../support/prometheus.ts';
import { runCommand } from '../../support/run-command.ts';
import { METRICS_TOKEN, type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { addContactMessage } from '../../support/test-bucket.ts';
import { waitUntil } from '../../support/wait-until.ts';

const missing = await missingPrograms({ prometheus: 'prometheus' });
const SECONDS = 120;
/** Half an hour, a day and a half, and how long a cause must last become seconds; limits that are no times stay. */
const shorten = (rules: string) =>
  rules
    .replaceAll('> 1800', '> 20')
    .replace('> 129600', '> 30')
    .replace('[10m]', '[10s]')
    .replaceAll(/for: \w+/g, 'for: 2s');

describe.skipIf(missing.length > 0)('Prometheus', () => {
  const folder = neighbourFolder();
  const disk = join(folder.path, 'disk');
  const copies = join(folder.path, 'copies');
  const clubs: ServerProcess[] = [];
  let [lahore, multan, quetta]: ServerProcess[] = [];
  let prometheus: Prometheus;
  let mailPort: number;

  async function startClub(dataDir: string, toml: string, env: Record<string, string> = {}) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, 'club.toml'), toml, { mode: 0o600 });
    const club = await startServerProcess({ dataDir, publicHost: '127.0.0.1', env });
    clubs.push(club);
    return club;
  }
  beforeAll(async () => {
    mailPort = await findFreePort();
    for (const path of [disk, copies]) mkdirSync(path);
    // A disk of its own for one club, which this test fills.
    await runProgram(['mount', '-t', 'tmpfs', '-o', 'size=2100m', 'tmpfs', disk]);
    lahore = await startClub(
      join(folder.path, 'lahore'),
      `[backup]\nevery_minutes = 0.1\nfolder = "${copies}"\n`,
    );
    multan = await startClub(join(disk, 'multan'), '', TRUST_PROXY_ENV);
    quetta = await startClub(join(folder.path, 'quetta'), '', {
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      MAIL_FROM: 'club@example.com',
    });
    const targets = Object.entries({ lahore, multan, quetta }).map(([name, club]) => ({
      name,
      port: Number(new URL(club.url).port),
    }));
    prometheus = await startPrometheus(join(folder.path, 'prometheus'), targets, shorten, METRICS_TOKEN);
  }, 120_000);
  afterAll(async () => {
    await prometheus?.stop();
    for (const club of clubs) await club.close();
    await runProgram(['umount', '-l', disk]).catch(() => {});
    folder.remove();
  });

  /** Waits until an alert fires for these clubs and no other, and returns its summaries. */
  const fires = (alert: string, ...names: string[]) =>
    waitUntil(async () => {
      const firing = await prometheus.firing(alert);
      return Object.keys(firing).sort().join() === names.join() ? firing : null;
    }, SECONDS);
  const ends = (alert: string) => fires(alert);
  const run = async (club: ServerProcess | undefined, command: string) =>
    (await runCommand([command, '--data', club?.dataDir ?? ''])).exitCode;

  test('ClubNeverBackedUp and ClubBackupOverdue: no backup of a new club, and none after the first', async () => {
    await fires('ClubNeverBackedUp', 'lahore', 'multan', 'quetta');
    for (const club of clubs) expect(await run(club, 'backup')).toBe(0);
    await ends('ClubNeverBackedUp');
    const summaries = await fires('ClubBackupOverdue', 'lahore', 'multan', 'quetta');
    expect(summaries.lahore).toMatch(/^The last backup of lahore is [34]\d\.?\d*s old\.$/);
    for (const club of clubs) expect(await run(club, 'backup')).toBe(0);
    await ends('ClubBackupOverdue');
  }, 600_000);

  test('ClubDown: a killed server, and one whose database is gone', async () => {
    await lahore?.stop('SIGKILL');
    await fires('ClubDown', 'lahore');
    await lahore?.restart();
    await ends('ClubDown');
    const file = join(lahore?.dataDir ?? '', 'club.db');
    renameSync(file, `${file}.away`);
    await fires('ClubDown', 'lahore');
    renameSync(`${file}.away`, file);
    await ends('ClubDown');
  }, 600_000);

  test('ClubRehearsalOverdue: the last copy is damaged, and comes back', async () => {
    const name = await waitUntil(() => readCopyState(lahore?.dataDir ?? '')?.last?.name);
    const copy = join(copies, 'copies', name);
    renameSync(copy, `${copy}.away`);
    writeFileSync(copy, 'damaged');
    expect(await run(lahore, 'rehearse')).toBe(1);
    await fires('ClubRehearsalOverdue', 'lahore');
    renameSync(`${copy}.away`, copy);
    expect(await run(lahore, 'rehearse')).toBe(0);
    await ends('ClubRehearsalOverdue');
  }, 600_000);

  test('ClubCopiesStopped: the folder of the copies is gone, and a customer writes', async () => {
    renameSync(copies, `${copies}.away`);
    writeFileSync(copies, '');
    addContactMessage(lahore?.dataDir ?? '');
    await fires('ClubCopiesStopped', 'lahore');
    rmSync(copies);
    renameSync(`${copies}.away`, copies);
    await ends('ClubCopiesStopped');
  }, 600_000);

  test('ClubMessagesLate: the mail server is down', async () => {
    expect((await postBooking(quetta?.url ?? '', distinctBooking(1))).status).toBe(201);
    await fires('ClubMessagesLate', 'quetta');
    const mail = await startMailServer({}, mailPort);
    await ends('ClubMessagesLate');
    expect(mail.mails.length).toBeGreaterThan(0);
    await mail.close();
  }, 600_000);

  test('ClubDiskAlmostFull and ClubErrors: the disk fills up, until no booking can be written', async () => {
    const filler = join(disk, 'filler');
    await runProgram(['fallocate', '-l', '300M', filler]);
    expect(await fires('ClubDiskAlmostFull', 'multan')).toEqual({
      multan: expect.stringMatching(/^The disk of multan has 1\.\d+GiB left\.$/),
    });
    // What is left is smaller than any file that is asked for, so the disk is full.
    await runProgram(['dd', 'if=/dev/zero', `of=${filler}`, 'bs=1M']).catch(() => {});
    let next = 0;
    const summaries = await waitUntil(async () => {
      next += 1;
      await postBooking(multan?.url ?? '', distinctBooking(next));
      const firing = await prometheus.firing('ClubErrors');
      return Object.keys(firing).length > 0 ? firing : null;
    }, SECONDS);
    expect(Object.keys(summaries)).toEqual(['multan']);
    rmSync(filler);
    await ends('ClubErrors');
    await ends('ClubDiskAlmostFull');
    expect((await postBooking(multan?.url ?? '', distinctBooking(next + 1))).status).toBe(201);
  }, 600_000);
});
