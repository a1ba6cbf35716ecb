import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { audit, WHOLE } from '../support/audit.ts';
import { EXECUTABLE, startClub } from '../support/executable.ts';
import { bookUntilGone } from '../support/load.ts';
import { DISK_CALLS, type DiskEvent, readTrace, startTraced } from '../support/strace.ts';

const WEAK = [process.execPath, resolve(import.meta.dir, '../support/weak-server.ts')];

/** A file as a disk may hold it: what was synced for certain, what was not perhaps. */
interface DiskFile {
  durable: Buffer;
  pending: Extract<DiskEvent, { kind: 'write' | 'truncate' }>[];
}

/** Runs bookings under strace on a club that was there before, and reads what happened to its files. */
async function record(server: string[], count: number) {
  const folder = mkdtempSync('/dev/shm/padel-power-');
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const first = await startClub({ dataDir });
  await first.stop();
  const before = new Map([['club.db', readFileSync(join(dataDir, 'club.db'))]]);
  const trace = join(folder, 'trace');
  const options = ['-xx', '-s', '100000', '-o', trace, '-e', `trace=${DISK_CALLS}`];
  const club = await startTraced(options, dataDir, server);
  const { acknowledged } = await bookUntilGone(club.url, { count, connections: 3 });
  await club.stop('SIGKILL');
  const events = await readTrace(trace, dataDir);
  return { folder, before, events, acknowledged };
}

/** Replays the run and, after each event, cuts the power in several ways. Returns how many cuts lost something. */
function cutEverywhere(run: Awaited<ReturnType<typeof record>>, seed: number) {
  const files = new Map<string, DiskFile>();
  for (const [name, bytes] of run.before) files.set(name, { durable: bytes, pending: [] });
  const promised = new Set<number>();
  const random = randomFrom(seed);
  const dataDir = join(run.folder, 'cut');
  let states = 0;
  let losses = 0;
  let broken = 0;

  const cut = (choose: (file: DiskFile) => Buffer) => {
    rmSync(dataDir, { recursive: true, force: true });
    mkdirSync(dataDir);
    for (const [name, file] of files) {
      if (!name.endsWith('-shm')) writeFileSync(join(dataDir, name), choose(file));
    }
    states += 1;
    const found = audit(dataDir);
    const { ids, ...whole } = found;
    if (JSON.stringify(whole) !== JSON.stringify(WHOLE)) broken += 1;
    if ([...promised].some((id) => !ids.has(id))) losses += 1;
  };

  for (const event of run.events) {
    if (event.kind === 'answer') {
      const id = /"booking":\{[^{}]*"id":(\d+)/.exec(event.text)?.[1];
      if (id) promised.add(Number(id));
    } else if (event.kind === 'unlink') files.delete(event.file);
    else {
      const file = files.get(event.file) ?? { durable: Buffer.alloc(0), pending: [] };
      files.set(event.file, file);
      if (event.kind === 'sync') {
        file.durable = applied(file.durable, file.pending);
        file.pending = [];
      } else file.pending.push(event);
    }
    if (event.kind === 'write' && event.file.endsWith('-shm')) continue;
    cut((file) => file.durable);
    cut((file) =>
      applied(
        file.durable,
        file.pending.filter(() => random() < 0.5),
      ),
    );
    if (event.kind === 'write') {
      cut((file) =>
        applied(
          file.durable,
          file.pending.map((one, at) => (at === file.pending.length - 1 ? torn(one, random) : one)),
        ),
      );
    }
  }
  return { states, losses, broken, promised: promised.size };
}

function applied(base: Buffer, events: DiskFile['pending']): Buffer {
  let bytes = base;
  for (const event of events) {
    if (event.kind === 'truncate') {
      const cut = Buffer.alloc(event.size);
      bytes.copy(cut, 0, 0, Math.min(event.size, bytes.length));
      bytes = cut;
      continue;
    }
    const end = event.offset + event.bytes.length;
    const next = Buffer.alloc(Math.max(bytes.length, end));
    bytes.copy(next);
    event.bytes.copy(next, event.offset);
    bytes = next;
  }
  return bytes;
}

/** A write of which only some 512-byte sectors reached the disk. */
function torn(event: DiskFile['pending'][number], random: () => number): DiskFile['pending'][number] {
  if (event.kind === 'truncate') return event;
  const kept = 512 * Math.floor(random() * Math.ceil(event.bytes.length / 512));
  return { ...event, bytes: event.bytes.subarray(0, kept) };
}

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

test('however the power is cut, nothing that was promised is lost and the file is whole', async () => {
  const run = await record([EXECUTABLE], 400);
  const result = cutEverywhere(run, 1);
  console.log('power cuts, synchronous=FULL:', JSON.stringify(result));
  rmSync(run.folder, { recursive: true, force: true });
  // The run must have been long enough for the log to be written back into the database and begun anew.
  expect(run.events.some((event) => event.kind === 'sync' && event.file === 'club.db')).toBe(true);
  expect(result.promised).toBe(400);
  expect(result.states).toBeGreaterThanOrEqual(2000);
  expect([result.losses, result.broken]).toEqual([0, 0]);
});

test('the same cuts find losses with synchronous=NORMAL, so they would find ours', async () => {
  const run = await record(WEAK, 60);
  const result = cutEverywhere(run, 1);
  console.log('power cuts, synchronous=NORMAL:', JSON.stringify(result));
  rmSync(run.folder, { recursive: true, force: true });
  expect(result.losses).toBeGreaterThan(0);
});
