/** The server's part: the executable and its baselines take turns on loopback. Needs wrk. */
import { Database } from 'bun:sqlite';
import {
  closeSync,
  fdatasyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { addDays, businessDayOf, daysBetween } from '../../src/domain/business-day.ts';
import { type Load, load, median, memoryOf, type Server, startServer } from '../../tests/load/measure.ts';
import { ensurePackage } from '../system-package.ts';
import type { Row } from './row.ts';

const CONNECTIONS = 64;
/** Starts of each executable; the first one makes the database and warms the disk's cache. */
const STARTS = 7;

const root = resolve(import.meta.dir, '../..');
const folder = join(root, 'dist/bench');
const club = join(root, 'dist/padel-club');
const book = join(root, 'tests/load/book.lua');

/** `seconds` a turn, `rounds` turns each; figures are medians of the rounds. */
export async function measureServer(options: {
  seconds: number;
  rounds: number;
}): Promise<{ rows: Row[]; note: string }> {
  const { seconds, rounds } = options;
  await ensurePackage('wrk');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await Promise.all([compile('echo'), compile('hello'), compile('page')]);

  const reading = await startBigClub();
  const { server } = reading;
  const page = join(folder, 'page.br');
  await Bun.write(page, await homePage(server));
  const echo = await startServer([join(folder, 'echo')]);
  const raw = await startServer([join(folder, 'page'), page]);
  const ask = (from: Server, path: string, headers: string[] = []) =>
    load(from, path, { seconds, connections: CONNECTIONS, headers });
  const post = (to: Server, path: string) =>
    load(to, path, { seconds, connections: CONNECTIONS, script: book, env: bookingsFrom() });
  const tag = `If-None-Match: ${await tagOf(server)}`;
  const turns = {
    echo: () => post(echo, '/'),
    bookings: async () => {
      // A club of its own: what it has to mail afterwards must not be counted with the readers' turns.
      const fresh = await startBigClub();
      const result = await post(fresh.server, '/api/book');
      await fresh.close();
      return result;
    },
    page: () => ask(raw, '/'),
    home: () => ask(server, '/', ['Accept-Encoding: br']),
    unchanged: () => ask(server, '/', [tag]),
    slots: () => ask(server, `/api/slots?date=${addDays(today(), 3)}&courtId=1`),
    courts: () => ask(server, '/api/courts'),
  };
  type Turn = keyof typeof turns;
  const names = Object.keys(turns) as Turn[];
  const results = new Map<Turn, Load[]>(names.map((name) => [name, []]));
  const syncs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    syncs.push(syncsPerSecond());
    for (const name of names) results.get(name)?.push(await turns[name]());
  }
  await Promise.all([echo.stop(), raw.stop(), reading.close()]);
  const starts = await compareStarts();

  const all = (name: Turn, field: keyof Load) => results.get(name)?.map((one) => one[field]) ?? [];
  const of = (name: Turn, field: keyof Load) => median(all(name, field));
  const C = of('echo', 'cpu');
  const cpu = (what: string, name: Turn, goal: string): Row => ({
    what: `${what}, processor a request`,
    figure: `${of(name, 'cpu').toFixed(1)} µs ${spread(all(name, 'cpu'))}`,
    ratio: of(name, 'cpu') / C,
    goal,
  });
  const perSecond = of('bookings', 'perSecond');
  const rows: Row[] = [
    {
      what: 'durable bookings a second',
      figure: `${perSecond.toFixed(0)} ${spread(all('bookings', 'perSecond'))}`,
      ratio: perSecond / of('echo', 'perSecond'),
      goal: '≥ 0.4 × J',
    },
    {
      what: 'the same against syncs a second',
      figure: `F ${median(syncs).toFixed(0)} ${spread(syncs)}`,
      ratio: perSecond / median(syncs),
      goal: '≥ 3 × F',
    },
    {
      what: 'bookings, p99',
      figure: `${of('bookings', 'p99').toFixed(1)} ms ${spread(all('bookings', 'p99'))}`,
      ratio: of('bookings', 'p99') / of('echo', 'p99'),
      goal: '≤ 4 × J',
    },
    cpu('home', 'home', '≤ 1.2 × C'),
    cpu('home unchanged (304)', 'unchanged', '≤ 1.1 × C'),
    cpu('slots', 'slots', '≤ 2 × C'),
    cpu('courts', 'courts', '≤ 1.3 × C'),
    {
      what: 'ready after',
      figure: `${starts.club.ready.toFixed(0)} ms`,
      ratio: starts.club.ready / starts.hello.ready,
      goal: '≤ 3 × E',
    },
    {
      what: 'memory after start',
      figure: `${(starts.club.memory / 1e6).toFixed(0)} MB`,
      ratio: starts.club.memory / starts.hello.memory,
      goal: '≤ 1.5 × E',
    },
    {
      what: 'executable',
      figure: `${(statSync(club).size / 1e6).toFixed(1)} MB`,
      ratio: statSync(club).size / statSync(join(folder, 'hello')).size,
      goal: '≤ 1.1 × E',
    },
  ];
  const refused = results.get('bookings')?.reduce((sum, one) => sum + one.refused, 0) ?? 0;
  const note = [
    `Medians of ${rounds} turns of ${seconds} s each with ${CONNECTIONS} connections, least and most in brackets.`,
    `J ${of('echo', 'perSecond').toFixed(0)} requests a second, p99 ${of('echo', 'p99').toFixed(1)} ms;`,
    `C ${C.toFixed(1)} µs; E ready after ${starts.hello.ready.toFixed(0)} ms with ${(starts.hello.memory / 1e6).toFixed(0)} MB.`,
    `A bare server that answers every request with the bytes of the home page takes ${of('page', 'cpu').toFixed(1)} µs`,
    `(${(of('page', 'cpu') / C).toFixed(2)} × C). A booking costs ${of('bookings', 'cpu').toFixed(0)} µs of processor time. Bookings refused: ${refused}.`,
  ].join('\n');
  return { rows, note };
}

async function compile(name: string): Promise<void> {
  await Bun.build({
    entrypoints: [join(root, `tests/load/baselines/${name}.ts`)],
    minify: true,
    compile: { outfile: join(folder, name), autoloadDotenv: false, autoloadBunfig: false },
  });
}

/** A club with 60 courts that takes bookings two years ahead, so that a run does not sell out. */
async function startBigClub(): Promise<{ server: Server; close(): Promise<void> }> {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const settings = await Bun.file(join(root, 'src/config/club.toml')).text();
  await Bun.write(join(dataDir, 'club.toml'), settings.replace('days_ahead = 90', 'days_ahead = 730'));
  const env = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', TRUST_PROXY: '1' };
  const first = await startServer([club, 'serve'], env);
  await first.stop();
  const db = new Database(join(dataDir, 'club.db'));
  for (let id = 3; id <= 60; id += 1)
    db.run('INSERT INTO court (id, name, active) VALUES (?, ?, 1)', [id, `Court ${id}`]);
  db.close();
  const server = await startServer([club, 'serve'], env);
  const close = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { server, close };
}

/** From the day after tomorrow on; 60 courts × 21 hours × 2 years are more than a turn can sell. */
function bookingsFrom(): Record<string, string> {
  return { FIRST_DAY: String(daysBetween('2000-01-01', addDays(today(), 2))) };
}

/** F: how often a second 4 KiB can be written over and synced. */
function syncsPerSecond(): number {
  const file = openSync(join(folder, 'sync'), 'w');
  const page = Buffer.alloc(4096, 1);
  let count = 0;
  const end = performance.now() + 1000;
  for (; performance.now() < end; count += 1) {
    writeSync(file, page, 0, 4096, 0);
    fdatasyncSync(file);
  }
  closeSync(file);
  return count;
}

/** Starts both executables in turn and measures until the first answer. */
async function compareStarts() {
  const seen = {
    club: { ready: [] as number[], memory: [] as number[] },
    hello: { ready: [] as number[], memory: [] as number[] },
  };
  const dir = mkdtempSync(join(folder, 'start-'));
  for (let turn = 0; turn < STARTS; turn += 1) {
    for (const [name, command] of [
      ['club', [club, 'serve']],
      ['hello', [join(folder, 'hello')]],
    ] as const) {
      const one = await startServer([...command], { DATA_DIR: dir, PORT: '0', HOST: '127.0.0.1' });
      if (turn > 0) {
        seen[name].ready.push(one.readyAfter);
        seen[name].memory.push(memoryOf(one.pid));
      }
      await one.stop();
    }
  }
  return {
    club: { ready: median(seen.club.ready), memory: median(seen.club.memory) },
    hello: { ready: median(seen.hello.ready), memory: median(seen.hello.memory) },
  };
}

/** `(least to most)` */
function spread(values: readonly number[]): string {
  const digits = Math.max(...values) < 100 ? 1 : 0;
  return `(${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`;
}

async function homePage(server: Server): Promise<Uint8Array> {
  const answer = await fetch(server.url, { headers: { 'accept-encoding': 'br' }, decompress: false });
  return new Uint8Array(await answer.arrayBuffer());
}

async function tagOf(server: Server): Promise<string> {
  return (await fetch(server.url, { headers: { 'accept-encoding': 'identity' } })).headers.get('etag') ?? '';
}

function today(): string {
  return businessDayOf(Date.now());
}
