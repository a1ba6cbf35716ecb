import { expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuTimeMsOf } from '../../scripts/bench/builds.ts';
import { findFreePort } from '../support/find-free-port.ts';
import { EXECUTABLE } from '../support/server-process.ts';
import { measure, p99, startServerWithPipe } from '../support/unread-log.ts';

/** The process that serves this data folder. */
function findServerPid(dataDir: string): number {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const read = (path: string) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return '';
    }
  };
  const found = processes.find(
    (id) =>
      read(`/proc/${id}/cmdline`).startsWith(EXECUTABLE) && read(`/proc/${id}/environ`).includes(dataDir),
  );
  return Number(found);
}

test("after the log's reader has exited, the server still answers and uses little processor time", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'padel-log-'));
  const port = await findFreePort();
  // `head` reads the ready line and exits; the pipe has no reader from then on.
  const shell = Bun.spawn(['sh', '-c', `"${EXECUTABLE}" serve 2>&1 | head -n 1 & wait`], {
    env: { PATH: process.env.PATH ?? '', PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir },
    stdout: 'ignore',
  });
  const ask = () =>
    fetch(`http://127.0.0.1:${port}/api/courts`).then(
      (response) => response.status,
      () => 0,
    );
  for (let tries = 0; (await ask()) !== 200; tries += 1) {
    if (tries > 200) throw new Error('the site did not start');
    await Bun.sleep(50);
  }
  const pid = findServerPid(dataDir);
  for (let at = 0; at < 20; at += 1) expect(await ask()).toBe(200);
  await Bun.sleep(300);
  const before = cpuTimeMsOf(pid);
  await Bun.sleep(1500);
  const spent = cpuTimeMsOf(pid) - before;
  expect(await ask()).toBe(200);
  process.kill(pid, 'SIGKILL');
  await shell.exited;
  rmSync(dataDir, { recursive: true, force: true });
  expect(spent).toBeLessThan(300);
});

test('a log without a reader does not slow the server, and the dropped lines are counted', async () => {
  const [read, unread] = await Promise.all([startServerWithPipe(), startServerWithPipe()]);
  const draining = setInterval(read.readLog, 20);
  try {
    for (const { respond } of [read, unread]) await measure(respond, 3000);
    const latencies = { read: [] as number[], unread: [] as number[] };
    // Short turns, so that other load on the machine affects both servers.
    for (let turn = 0; turn < 80; turn += 1) {
      latencies.read.push(...(await measure(read.respond, 250)));
      latencies.unread.push(...(await measure(unread.respond, 250)));
    }
    expect(latencies.unread.length).toBeGreaterThanOrEqual(20_000);
    const latency = { read: p99(latencies.read), unread: p99(latencies.unread) };
    console.log(`p99 with a read log ${latency.read.toFixed(2)} ms, unread ${latency.unread.toFixed(2)} ms`);
    expect(latency.unread).toBeLessThanOrEqual(latency.read * 1.5);

    let text = '';
    for (let tries = 0; tries < 200 && !text.includes('log lines dropped'); tries += 1) {
      text += unread.readLog();
      await Bun.sleep(20);
    }
    const dropped = Number(/"event":"log lines dropped","lines":(\d+)/.exec(text)?.[1]);
    expect(dropped).toBeGreaterThan(10_000);
    expect(text.match(/log lines dropped/g)).toHaveLength(1);
  } finally {
    clearInterval(draining);
    await Promise.all([read.close(), unread.close()]);
  }
}, 180_000);
