import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyDatabase } from '../../src/backups/verify-database.ts';
import { assertBooks } from '../../src/cli/assert-books.ts';
import { bookAtRate } from '../support/booking-load.ts';
import { createBusyClub } from '../support/busy-club.ts';
import { addReceipt, makeTempDir, removeDirs } from '../support/data-dir.ts';
import { checkIntegrity, INTACT } from '../support/database-integrity.ts';
import { runCommand } from '../support/run-command.ts';
import { EXECUTABLE, startServerProcess } from '../support/server-process.ts';
import { bucketEnv, startTestBucket } from '../support/test-bucket.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 20);
const SECONDS = Number(process.env.SECONDS ?? 120);
const RATE = Number(process.env.RATE ?? 200);
const INTERVAL_SECONDS = 30;

test('a machine is lost under load: the club is restored elsewhere, and at most one interval is missing', async () => {
  const windows: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { line, missingSeconds } = await loseMachine(round);
    console.log(line);
    windows.push(missingSeconds);
  }
  expect(windows.filter((seconds) => seconds > INTERVAL_SECONDS)).toEqual([]);
}, 7_200_000);

async function loseMachine(round: number): Promise<{ line: string; missingSeconds: number }> {
  const bucket = await startTestBucket();
  const dataDir = createBusyClub(500, 20);
  const toml = join(dataDir, 'club.toml');
  writeFileSync(
    toml,
    readFileSync(toml, 'utf8').replace('every_minutes = 5', `every_minutes = ${INTERVAL_SECONDS / 60}`),
  );
  const env = { ...bucketEnv(bucket), TRUST_PROXY: '1' };
  // In a session of its own, so that the kill reaches a copy under way too.
  const server = await startServerProcess({ dataDir, env, command: ['setsid', EXECUTABLE, 'serve'] });
  const db = new Database(join(dataDir, 'club.db'));
  // Beside a server that writes without a pause, another writer's turn can be long in coming.
  db.run('PRAGMA busy_timeout = 60000');
  let receipts = 20;
  const uploads = setInterval(() => addReceipt(db, dataDir, ++receipts), 300);
  const controller = new AbortController();
  // Each round dies at another moment between two copies.
  const seconds = SECONDS - (INTERVAL_SECONDS * (round - 1)) / Math.max(ROUNDS, 1);
  const killed = (async () => {
    await Bun.sleep(seconds * 1000);
    clearInterval(uploads);
    process.kill(-server.process.pid, 'SIGKILL');
    const at = Date.now();
    controller.abort();
    db.close();
    return at;
  })();
  const load = await bookAtRate([server.url], {
    rate: RATE,
    seconds: SECONDS,
    from: 0,
    signal: controller.signal,
  });
  const killedAt = await killed;
  await server.process.exited;
  removeDirs(dataDir);

  const elsewhere = makeTempDir();
  const started = performance.now();
  const { exitCode, stderr } = await runCommand(
    ['restore', '--from', 'bucket', '--data', elsewhere],
    bucketEnv(bucket),
  );
  const restoreSeconds = (performance.now() - started) / 1000;
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('Restoring the copy of ')]);
  const copiedAt = Date.parse(`${/the copy of (\S+ \S+) from/.exec(stderr)?.[1]?.replace(' ', 'T')}+05:00`);

  const { ids, ...integrity } = checkIntegrity(elsewhere);
  expect(integrity).toEqual(INTACT);
  const contents = verifyDatabase(join(elsewhere, 'club.db'), assertBooks);
  expect(contents.receipts.length).toBeGreaterThan(20);
  for (const name of contents.receipts) expect(existsSync(join(elsewhere, name))).toBe(true);
  const lost = [...load.acknowledged].filter(([id]) => !ids.has(id));
  // The window that the report names holds every lost booking.
  for (const [, answeredAt] of lost) expect(answeredAt).toBeGreaterThanOrEqual(copiedAt);
  const missingSeconds = (killedAt - copiedAt) / 1000;

  const again = await startServerProcess({ dataDir: elsewhere, env: { TRUST_PROXY: '1' } });
  const fresh = await bookAtRate([again.url], { rate: 50, seconds: 2, from: 100_000 });
  await again.stop();
  expect(fresh.acknowledged.size).toBe(100);
  for (const id of fresh.acknowledged.keys()) expect([id, load.acknowledged.has(id)]).toEqual([id, false]);
  await bucket.stop();
  removeDirs(elsewhere);
  const line = `round ${round}: ${load.acknowledged.size} acknowledged, ${lost.length} missing of the last ${missingSeconds.toFixed(1)} s, ${contents.receipts.length} receipts, restored in ${restoreSeconds.toFixed(1)} s, integrity and books right, numbers given twice 0`;
  return { line, missingSeconds };
}
