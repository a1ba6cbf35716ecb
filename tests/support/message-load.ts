import { Database } from 'bun:sqlite';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cpuTimeMsOf } from '../../scripts/bench/builds.ts';
import { bookAtRate } from './booking-load.ts';
import { createBusyClub } from './busy-club.ts';
import { makeTempDir } from './data-dir.ts';
import { startServerProcess } from './server-process.ts';

/** What the server did with many messages at once. */
export interface LoadResult {
  sent: number;
  /** From the moment the messages are due until the last one is recorded. */
  seconds: number;
  /** Processor time of the server for one message, in milliseconds. */
  cpuMsPerMessage: number;
}

/** A club with bookings whose emails, one to the customer and one to the club each, wait to be sent. */
export async function createLoadClub(bookings: number): Promise<string> {
  const dataDir = createBusyClub(60);
  // No mail server listens on this port, so the messages stay queued.
  const server = await startServerProcess({
    dataDir,
    env: { SMTP_URL: 'smtp://127.0.0.1:1', TRUST_PROXY: '1' },
  });
  const { refused } = await bookAtRate([server.url], { rate: 200, seconds: bookings / 200, from: 0 });
  await server.stop();
  if (refused.size > 0) throw new Error(`bookings were refused: ${JSON.stringify([...refused])}`);
  return dataDir;
}

/** A mail server in its own process that throws the emails away. */
export async function startMailSink(): Promise<{ url: string; stop(): Promise<string> }> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'smtp-counter.ts')], { stdout: 'pipe' });
  const reader = child.stdout.getReader();
  const decoder = new TextDecoder();
  const url = decoder.decode((await reader.read()).value).trim();
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      const { value } = await reader.read();
      await child.exited;
      return decoder.decode(value).trim();
    },
  };
}

/** Starts a server on a copy of the club and measures how it sends all queued messages. */
export async function sendLoad(
  club: string,
  smtpUrl: string,
  executable?: string,
  leadMs = 4000,
): Promise<LoadResult> {
  const dataDir = makeTempDir();
  cpSync(club, dataDir, { recursive: true });
  const path = join(dataDir, 'club.db');
  const dueAt = Date.now() + leadMs;
  const writer = new Database(path);
  writer.run(
    `UPDATE outbox SET not_before = ?, next_at = 0, attempts = 0, first_tried_at = NULL, reason = NULL
     WHERE state = 'queued'`,
    [dueAt],
  );
  writer.close();
  const server = await startServerProcess({
    dataDir,
    env: { SMTP_URL: smtpUrl, TRUST_PROXY: '1' },
    ...(executable ? { executable } : {}),
  });
  const db = new Database(path, { readonly: true });
  const count = (state: string) =>
    db.query<{ n: number }, [string]>('SELECT COUNT(*) AS n FROM outbox WHERE state = ?').get(state)?.n ?? 0;
  await Bun.sleep(Math.max(0, dueAt - 100 - Date.now()));
  const total = count('queued');
  const cpuBefore = cpuTimeMsOf(server.process.pid);
  const deadline = Date.now() + 300_000;
  while (count('queued') > 0 && Date.now() < deadline) await Bun.sleep(50);
  const seconds = (Date.now() - dueAt) / 1000;
  const cpuMs = cpuTimeMsOf(server.process.pid) - cpuBefore;
  const sent = total - count('queued') - count('failed');
  db.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
  return { sent, seconds, cpuMsPerMessage: cpuMs / Math.max(1, sent) };
}
