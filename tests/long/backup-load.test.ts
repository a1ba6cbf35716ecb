import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { restoreClub } from '../../src/backups/restore.ts';
import { verifyDatabase } from '../../src/backups/verify-database.ts';
import { addDays } from '../../src/domain/business-day.ts';
import { startTimeOf } from '../../src/domain/slot.ts';
import { addReceipt, createDataDir, makeTempDir, removeDirs } from '../support/data-dir.ts';
import { OPEN_SLOTS } from '../support/default-day-plan.ts';
import { runCommand } from '../support/run-command.ts';
import { startServerProcess } from '../support/server-process.ts';

/** Pairs of windows with and without backups; the median of the pairs hides bursts of other work on the machine. */
const WINDOW_MS = 4000;
const PAIRS = 9;
const VISITORS = 24;
const COURTS = 60;

test('backups in a loop under booking load: every backup restores, and the booking rate stays above four fifths', async () => {
  const dataDir = createDataDir({ bookings: 20_000, receipts: 300 });
  const settings = join(dataDir, 'club.toml');
  writeFileSync(settings, `${readFileSync(settings, 'utf8')}\n[booking]\ndays_ahead = 730\n`);
  // Enough courts for all bookings of the load.
  const db = new Database(join(dataDir, 'club.db'));
  db.run('PRAGMA busy_timeout = 5000');
  for (let id = 3; id <= COURTS; id += 1)
    db.run('INSERT INTO court (id, name) VALUES (?, ?)', [id, `Court ${id}`]);
  const club = await startServerProcess({ dataDir, env: { TRUST_PROXY: '1' } });

  const demo = db.query<{ last: string }, []>('SELECT max(date) AS last FROM booking').get();
  let bookingCount = 0;
  /** Each call books another hour, on all courts, from the day after the demo's last booking. */
  const body = () => {
    const number = bookingCount++;
    const hour = OPEN_SLOTS[(Math.floor(number / COURTS) % 21) * 2] ?? 14;
    return JSON.stringify({
      court_id: 1 + (number % COURTS),
      date: addDays(demo?.last ?? '', 1 + Math.floor(number / COURTS / 21)),
      start_time: startTimeOf(hour),
      duration: 60,
      name: 'Load Tester',
      email: `load${number}@example.com`,
      phone: `0300 ${String(number % 10_000_000).padStart(7, '0')}`,
      payment_method: 'cash',
    });
  };
  /** The number of bookings made in one window. */
  const bookFor = async (milliseconds: number) => {
    const until = performance.now() + milliseconds;
    let bookedCount = 0;
    const visitor = async (number: number) => {
      while (performance.now() < until) {
        const response = await fetch(`${club.url}/api/book`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': `10.${number}.${(bookingCount >> 8) & 255}.${bookingCount & 255}`,
          },
          body: body(),
        });
        if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
        await response.arrayBuffer();
        bookedCount += 1;
      }
    };
    await Promise.all(Array.from({ length: VISITORS }, (_, number) => visitor(number)));
    return bookedCount;
  };

  let receipt = 300;
  const uploads = setInterval(() => addReceipt(db, dataDir, ++receipt), 50);

  await bookFor(2000);
  const bookingsPerSecond = { without: [] as number[], with: [] as number[] };
  const paths: string[] = [];
  for (let window = 0; window < 2 * PAIRS; window += 1) {
    const withBackups = window % 2 === 1;
    let stop = false;
    const backupLoop = (async () => {
      while (withBackups && !stop) {
        const { exitCode, stdout, stderr } = await runCommand(['backup', '--data', dataDir]);
        if (exitCode !== 0) throw new Error(stderr);
        paths.push(stdout.trim());
      }
    })();
    const bookedCount = await bookFor(WINDOW_MS);
    stop = true;
    await backupLoop;
    bookingsPerSecond[withBackups ? 'with' : 'without'].push(bookedCount / (WINDOW_MS / 1000));
  }
  clearInterval(uploads);
  db.close();
  await club.stop();

  for (const file of paths) {
    const restoreDir = makeTempDir();
    await restoreClub({ source: { file }, dataDir: restoreDir, withSettings: false, now: Date.now });
    const { receipts } = verifyDatabase(join(restoreDir, 'club.db'));
    expect(receipts.length).toBeGreaterThanOrEqual(300);
    for (const name of receipts) expect(existsSync(join(restoreDir, name))).toBe(true);
    removeDirs(restoreDir);
  }
  const ratio = median(
    bookingsPerSecond.with.map((bookedCount, pair) => bookedCount / (bookingsPerSecond.without[pair] ?? 1)),
  );
  console.log(
    `bookings/s without ${Math.round(median(bookingsPerSecond.without))}, with backups ${Math.round(median(bookingsPerSecond.with))}, ratio ${ratio.toFixed(2)}; ` +
      `${paths.length} backups of ${(statSync(paths.at(-1) ?? '').size / 1e6).toFixed(1)} MB, all restored; ` +
      `${readdirSync(join(dataDir, 'receipts')).length} receipts`,
  );
  removeDirs(dataDir);
  expect(paths.length).toBeGreaterThanOrEqual(3);
  expect(ratio).toBeGreaterThanOrEqual(0.8);
});

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
