import { expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuTimeMsOf } from '../../scripts/bench/builds.ts';
import { findFreePort } from '../support/find-free-port.ts';
import { EXECUTABLE } from '../support/server-process.ts';
import { measure, startServerWithPipe } from '../support/unread-log.ts';
import { waitUntil } from '../support/wait-until.ts';

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

test('a server whose log has no reader answers on, counts the dropped lines and stops', async () => {
  const unread = await startServerWithPipe();
  try {
    await measure(unread.respond, 3000);
    const text = await waitUntil(() => /"event":"log lines dropped","lines":(\d+)/.exec(unread.readLog()));
    expect(Number(text[1])).toBeGreaterThan(100);
    unread.server.kill('SIGTERM');
    expect(await Promise.race([unread.server.exited, Bun.sleep(15_000).then(() => 'still running')])).toBe(0);
  } finally {
    await unread.close();
  }
}, 180_000);
