import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { recordDiskTrace, simulatePowerCuts } from '../support/power-cuts.ts';
import { EXECUTABLE } from '../support/server-process.ts';

const NON_DURABLE_SERVER = [process.execPath, resolve(import.meta.dir, '../support/lossy-server.ts')];

test('no power cut loses an acknowledged booking or damages the file', async () => {
  const run = await recordDiskTrace([EXECUTABLE], 400);
  const result = simulatePowerCuts(run, 1);
  console.log('power cuts, synchronous=FULL:', JSON.stringify(result));
  rmSync(run.folder, { recursive: true, force: true });
  // The run must include a checkpoint and a restart of the write-ahead log.
  expect(run.events.some((event) => event.kind === 'sync' && event.file === 'club.db')).toBe(true);
  expect(result.promised).toBe(400);
  expect(result.states).toBeGreaterThanOrEqual(2000);
  expect([result.losses, result.broken]).toEqual([0, 0]);
});

test('the same power cuts find losses with synchronous=NORMAL', async () => {
  const run = await recordDiskTrace(NON_DURABLE_SERVER, 60);
  const result = simulatePowerCuts(run, 1);
  console.log('power cuts, synchronous=NORMAL:', JSON.stringify(result));
  rmSync(run.folder, { recursive: true, force: true });
  expect(result.losses).toBeGreaterThan(0);
});
