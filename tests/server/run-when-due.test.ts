import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClubDb } from '../../src/db/club-db.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { runWhenDue } from '../../src/db/run-when-due.ts';

const MINUTE = 60_000;
let folder: string;
let db: Database;
let now: number;
let runs: number;
let isBroken: boolean;
let tick: () => Promise<void>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'padel-due-'));
  db = openDatabase(join(folder, 'club.db'));
  db.run('CREATE TABLE deadline (at INTEGER)');
  const club = new ClubDb(db, () => now);
  [now, runs, isBroken] = [10 * MINUTE, 0, false];
  const job = runWhenDue({
    ...{ club, now: () => now },
    nextDue: () => db.query<{ at: number }, []>('SELECT at FROM deadline ORDER BY at').get()?.at ?? Infinity,
    run: async () => {
      runs += 1;
      if (isBroken) throw new Error('no');
    },
  });
  tick = async () => {
    // The database is asked for changes once in a turn of the event loop.
    await Bun.sleep(0);
    await job();
  };
});

afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a quiet club is not looked through', async () => {
  for (let second = 0; second < 50; second += 1) {
    now += 1000;
    await tick();
  }
  expect(runs).toBe(1);
});

test('a change of this or another process, a due instant and each minute are noticed', async () => {
  await tick();
  db.run('INSERT INTO deadline VALUES (?)', [now + 5000]);
  await tick();
  await tick();
  expect(runs).toBe(2);
  now += 4999;
  await tick();
  expect(runs).toBe(2);
  now += 1;
  await tick();
  expect(runs).toBe(3);
  const other = new Database(join(folder, 'club.db'));
  other.run('DELETE FROM deadline');
  other.close();
  await tick();
  await tick();
  expect(runs).toBe(4);
  now += MINUTE;
  await tick();
  expect(runs).toBe(5);
});

test('a clock that jumps back or ahead is noticed at the next tick', async () => {
  await tick();
  now -= 24 * 60 * MINUTE;
  await tick();
  now += 48 * 60 * MINUTE;
  await tick();
  await tick();
  expect(runs).toBe(3);
});

test('a run that fails is repeated', async () => {
  isBroken = true;
  for (let count = 0; count < 3; count += 1) await tick().catch(() => {});
  isBroken = false;
  await tick();
  await tick();
  expect(runs).toBe(4);
});
