import { expect, test } from 'bun:test';
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuTimeMsOf } from '../../scripts/bench/harness.ts';
import { findFreePort } from '../support/find-free-port.ts';
import { EXECUTABLE } from '../support/server-process.ts';

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

test('after the reader of the log has exited, the server still answers and uses little processor time', async () => {
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

/** A server whose log goes to a named pipe that the test opens and may leave unread. */
async function startServerWithPipe() {
  const dataDir = mkdtempSync(join(tmpdir(), 'padel-log-'));
  const port = await findFreePort();
  const pipe = join(dataDir, 'log.pipe');
  Bun.spawnSync(['mkfifo', pipe]);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(pipe, constants.O_WRONLY);
  const server = Bun.spawn([EXECUTABLE, 'serve'], {
    env: { PATH: process.env.PATH ?? '', PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir },
    stdout: writer,
    stderr: 'ignore',
  });
  closeSync(writer);
  const url = `http://127.0.0.1:${port}/api/courts`;
  const respond = () =>
    fetch(url).then(
      async (response) => (await response.text()) !== '' && response.status === 200,
      () => false,
    );
  for (let tries = 0; !(await respond()); tries += 1) {
    if (tries > 400) throw new Error('the site did not start');
    await Bun.sleep(50);
  }
  const buffer = Buffer.alloc(1 << 20);
  /** Reads what the pipe contains now. */
  const readLog = (): string => {
    try {
      return buffer.toString('utf8', 0, readSync(reader, buffer));
    } catch {
      return '';
    }
  };
  return {
    server,
    respond,
    readLog,
    async close() {
      server.kill('SIGKILL');
      await server.exited;
      closeSync(reader);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Latencies in milliseconds of `count` requests, eight at a time; a failed one fails the test. */
async function measure(respond: () => Promise<boolean>, count: number): Promise<number[]> {
  const latencies: number[] = [];
  const client = async () => {
    while (latencies.length < count) {
      const started = performance.now();
      expect(await respond()).toBe(true);
      latencies.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
  return latencies;
}

const p99 = (latencies: number[]) =>
  latencies.sort((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? Number.NaN;

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

test('a server whose log has no reader still stops', async () => {
  const unread = await startServerWithPipe();
  try {
    await measure(unread.respond, 3000);
    unread.server.kill('SIGTERM');
    expect(await Promise.race([unread.server.exited, Bun.sleep(10_000).then(() => 'still running')])).toBe(0);
  } finally {
    await unread.close();
  }
}, 60_000);
