import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { percentile, runOpenLoopLoad } from '../support/open-loop-load.ts';
import { fillOutbox, killServerWhileSending } from '../support/outbox-crash.ts';
import { startServerProcess } from '../support/server-process.ts';

const ROUNDS = 20;

/** Percentiles in milliseconds. `quiet_p99` is the lower quartile of the slices' p99, because other work on the
 * machine slows some slices. */
function summarizeLatencies(slices: readonly number[][]) {
  const all = slices.flat();
  const p99s = slices.map((slice) => percentile(slice, 0.99));
  const ms = (value: number) => Math.round(value * 10) / 10;
  return {
    requests: all.length,
    p50: ms(percentile(all, 0.5)),
    p95: ms(percentile(all, 0.95)),
    p99: ms(percentile(all, 0.99)),
    quiet_p99: ms(percentile(p99s, 0.25)),
  };
}

test.each([
  ['email', 2000],
  ['whatsapp', 500],
] as const)(
  'two hundred kills at random times of sending by %s lose none of %d messages',
  async (channel, messages) => {
    const results = await killServerWhileSending(200, messages, channel);
    console.log(JSON.stringify(results));
    expect(results).toMatchObject({ messages, lost: 0, unsent: 0, unknown: 0 });
    expect(results.duplicated).toBeLessThanOrEqual(200 * 4);
  },
);

test('with 10,000 queued messages, the p99 of requests is at most twice as high', async () => {
  const mailServer = Bun.spawn([process.execPath, join(import.meta.dir, '../support/smtp-counter.ts')], {
    stdout: 'pipe',
  });
  const reader = mailServer.stdout.getReader();
  const smtpUrl = new TextDecoder().decode((await reader.read()).value).trim();
  const env = { SMTP_URL: smtpUrl };
  const folder = mkdtempSync(join(tmpdir(), 'padel-club-'));
  await fillOutbox(folder, 10_000);
  const idle = await startServerProcess({ env });
  const busy = await startServerProcess({ dataDir: folder, env });
  const slices = { idle: [] as number[][], busy: [] as number[][] };
  await runOpenLoopLoad(idle.url, 2, 100, 0);
  await runOpenLoopLoad(busy.url, 2, 100, 0);
  // The servers take turns and the other one is stopped, so that other work on the machine affects both alike.
  for (let round = 1; round <= ROUNDS; round += 1) {
    busy.process.kill('SIGSTOP');
    slices.idle.push(await runOpenLoopLoad(idle.url, 2, 100, round * 211));
    busy.process.kill('SIGCONT');
    idle.process.kill('SIGSTOP');
    slices.busy.push(await runOpenLoopLoad(busy.url, 2, 100, round * 211));
    idle.process.kill('SIGCONT');
  }
  const db = new Database(join(folder, 'club.db'), { readonly: true });
  const sent = db
    .query<{ count: number }, []>("SELECT COUNT(*) AS count FROM outbox WHERE state = 'sent'")
    .get();
  db.close();
  const results = {
    idle: summarizeLatencies(slices.idle),
    busy: summarizeLatencies(slices.busy),
    sent_meanwhile: sent?.count,
  };
  console.log(JSON.stringify(results));
  await Promise.all([idle.close(), busy.close()]);
  mailServer.kill();
  rmSync(folder, { recursive: true, force: true });
  expect(sent?.count).toBeGreaterThan(200);
  expect(results.busy.quiet_p99).toBeLessThanOrEqual(results.idle.quiet_p99 * 2);
});
