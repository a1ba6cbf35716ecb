import { expect } from 'bun:test';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './find-free-port.ts';
import { EXECUTABLE } from './server-process.ts';

/** A server whose log goes to a named pipe that the test opens and may leave unread. */
export async function startServerWithPipe() {
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
export async function measure(respond: () => Promise<boolean>, count: number): Promise<number[]> {
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

export const p99 = (latencies: number[]) =>
  latencies.sort((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? Number.NaN;
