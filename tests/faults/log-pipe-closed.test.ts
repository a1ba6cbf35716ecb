import { expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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

test('when whoever read the log is gone, the club serves on and does not spin', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'padel-log-'));
  const port = await findFreePort();
  // The shell's `head` reads the ready line and leaves; from then on nobody reads.
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
