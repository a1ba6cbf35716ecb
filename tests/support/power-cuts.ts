import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bookUntilServerStops } from './booking-load.ts';
import { checkIntegrity, INTACT } from './database-integrity.ts';
import { startServerProcess } from './server-process.ts';
import { DISK_SYSCALLS, type DiskEvent, readTrace, startTracedServer } from './strace.ts';

/** A file after a power cut: the durable part is on the disk, each pending event may be. */
interface DiskFile {
  durable: Buffer;
  pending: Extract<DiskEvent, { kind: 'write' | 'truncate' }>[];
}

/**
 * Makes bookings under strace on an existing club and returns the events of its files. `envOf` gives the server what
 * it needs for a data folder.
 */
export async function recordDiskTrace(
  server: string[],
  count: number,
  envOf: (dataDir: string) => Record<string, string> = () => ({}),
) {
  const folder = mkdtempSync('/dev/shm/padel-power-');
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const first = await startServerProcess({ dataDir });
  await first.stop();
  const initialFiles = new Map([['club.db', readFileSync(join(dataDir, 'club.db'))]]);
  const trace = join(folder, 'trace');
  const options = ['-y', '-xx', '-s', '100000', '-o', trace, '-e', `trace=${DISK_SYSCALLS}`];
  const club = await startTracedServer(options, dataDir, server, envOf(dataDir));
  const { acknowledged } = await bookUntilServerStops(club.url, { count, connections: 3 });
  await club.stop('SIGKILL');
  const events = await readTrace(trace, dataDir);
  return { folder, before: initialFiles, events, acknowledged };
}

/** Replays the run and simulates several power cuts after each event. Returns the number of cuts with a loss. */
export function simulatePowerCuts(run: Awaited<ReturnType<typeof recordDiskTrace>>, seed: number) {
  const files = new Map<string, DiskFile>();
  for (const [name, bytes] of run.before) files.set(name, { durable: bytes, pending: [] });
  const acknowledged = new Set<number>();
  const random = createSeededRandom(seed);
  const dataDir = join(run.folder, 'cut');
  let states = 0;
  let losses = 0;
  let corrupted = 0;

  const simulateCut = (fileContent: (file: DiskFile) => Buffer) => {
    rmSync(dataDir, { recursive: true, force: true });
    mkdirSync(dataDir);
    for (const [name, file] of files) {
      if (!name.endsWith('-shm')) writeFileSync(join(dataDir, name), fileContent(file));
    }
    states += 1;
    const report = checkIntegrity(dataDir);
    const { ids, ...integrity } = report;
    if (JSON.stringify(integrity) !== JSON.stringify(INTACT)) corrupted += 1;
    if ([...acknowledged].some((id) => !ids.has(id))) losses += 1;
  };

  for (const event of run.events) {
    if (event.kind === 'answer') {
      const id = /"booking":\{[^{}]*"id":(\d+)/.exec(event.text)?.[1];
      if (id) acknowledged.add(Number(id));
    } else if (event.kind === 'unlink') files.delete(event.file);
    else {
      const file = files.get(event.file) ?? { durable: Buffer.alloc(0), pending: [] };
      files.set(event.file, file);
      if (event.kind === 'sync') {
        file.durable = applyWrites(file.durable, file.pending);
        file.pending = [];
      } else file.pending.push(event);
    }
    if (event.kind === 'write' && event.file.endsWith('-shm')) continue;
    simulateCut((file) => file.durable);
    simulateCut((file) =>
      applyWrites(
        file.durable,
        file.pending.filter(() => random() < 0.5),
      ),
    );
    if (event.kind === 'write') {
      simulateCut((file) =>
        applyWrites(
          file.durable,
          file.pending.map((write, index) =>
            index === file.pending.length - 1 ? tearWrite(write, random) : write,
          ),
        ),
      );
    }
  }
  return { states, losses, broken: corrupted, promised: acknowledged.size };
}

function applyWrites(base: Buffer, events: DiskFile['pending']): Buffer {
  let bytes = base;
  for (const event of events) {
    if (event.kind === 'truncate') {
      const truncated = Buffer.alloc(event.size);
      bytes.copy(truncated, 0, 0, Math.min(event.size, bytes.length));
      bytes = truncated;
      continue;
    }
    const end = event.offset + event.bytes.length;
    const extended = Buffer.alloc(Math.max(bytes.length, end));
    bytes.copy(extended);
    event.bytes.copy(extended, event.offset);
    bytes = extended;
  }
  return bytes;
}

/** Applies a write of which only some 512-byte sectors reached the disk. */
function tearWrite(event: DiskFile['pending'][number], random: () => number): DiskFile['pending'][number] {
  if (event.kind === 'truncate') return event;
  const keptBytes = 512 * Math.floor(random() * Math.ceil(event.bytes.length / 512));
  return { ...event, bytes: event.bytes.subarray(0, keptBytes) };
}

/** Random numbers that are the same for the same seed (mulberry32). */
function createSeededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let hash = Math.imul(state ^ (state >>> 15), 1 | state);
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash;
    return ((hash ^ (hash >>> 14)) >>> 0) / 4294967296;
  };
}
