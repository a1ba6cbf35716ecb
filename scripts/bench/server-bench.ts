/** Measures the executable and its baselines alternately on loopback. Needs wrk. */
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
import { ensureSystemPackage } from '../ensure-system-package.ts';
import {
  type LoadResult,
  type MeasuredServer,
  median,
  residentBytesOf,
  runLoad,
  startServer,
} from './harness.ts';
import type { BenchmarkRow } from './result-table.ts';

const CONNECTIONS = 64;
/** The number of starts of each executable; the first one creates the database and warms the disk cache. */
const START_COUNT = 7;

const root = resolve(import.meta.dir, '../..');
const benchDir = join(root, 'dist/bench');
const executable = join(root, 'dist/padel-club');
const bookingScript = join(root, 'scripts/bench/create-bookings.lua');

/** Each of the `rounds` measures every scenario for `seconds`; the results are medians. */
export async function measureServer(options: {
  seconds: number;
  rounds: number;
}): Promise<{ rows: BenchmarkRow[]; note: string }> {
  const { seconds, rounds } = options;
  await ensureSystemPackage('wrk');
  rmSync(benchDir, { recursive: true, force: true });
  mkdirSync(benchDir, { recursive: true });
  await Promise.all([
    compileBaseline('json-echo'),
    compileBaseline('hello-world'),
    compileBaseline('static-file'),
  ]);

  const readClub = await startLargeClub();
  const { server } = readClub;
  const page = join(benchDir, 'page.br');
  await Bun.write(page, await fetchHomePage(server));
  const echo = await startServer([join(benchDir, 'json-echo')]);
  const staticServer = await startServer([join(benchDir, 'static-file'), page]);
  const runGet = (from: MeasuredServer, path: string, headers: string[] = []) =>
    runLoad(from, path, { seconds, connections: CONNECTIONS, headers });
  const runPost = (to: MeasuredServer, path: string) =>
    runLoad(to, path, { seconds, connections: CONNECTIONS, script: bookingScript, env: bookingEnv() });
  const etagHeader = `If-None-Match: ${await fetchEtag(server)}`;
  const scenarios = {
    echo: () => runPost(echo, '/'),
    bookings: async () => {
      // A separate club, so that the emails of its bookings do not slow the other measurements.
      const fresh = await startLargeClub();
      const result = await runPost(fresh.server, '/api/book');
      await fresh.close();
      return result;
    },
    page: () => runGet(staticServer, '/'),
    home: () => runGet(server, '/', ['Accept-Encoding: br']),
    unchanged: () => runGet(server, '/', [etagHeader]),
    slots: () => runGet(server, `/api/slots?date=${addDays(today(), 3)}&courtId=1`),
    courts: () => runGet(server, '/api/courts'),
  };
  type ScenarioName = keyof typeof scenarios;
  const names = Object.keys(scenarios) as ScenarioName[];
  const results = new Map<ScenarioName, LoadResult[]>(names.map((name) => [name, []]));
  const syncs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    syncs.push(measureSyncsPerSecond());
    for (const name of names) results.get(name)?.push(await scenarios[name]());
  }
  await Promise.all([echo.stop(), staticServer.stop(), readClub.close()]);
  const startup = await compareStartup();

  const valuesOf = (name: ScenarioName, field: keyof LoadResult) =>
    results.get(name)?.map((one) => one[field]) ?? [];
  const medianOf = (name: ScenarioName, field: keyof LoadResult) => median(valuesOf(name, field));
  const baselineCpu = medianOf('echo', 'cpu');
  const cpu = (what: string, name: ScenarioName, goal: string): BenchmarkRow => ({
    metric: `${what}, processor time per request`,
    value: `${medianOf(name, 'cpu').toFixed(1)} µs ${formatRange(valuesOf(name, 'cpu'))}`,
    ratio: medianOf(name, 'cpu') / baselineCpu,
    goal,
  });
  const perSecond = medianOf('bookings', 'perSecond');
  const rows: BenchmarkRow[] = [
    {
      metric: 'durable bookings per second',
      value: `${perSecond.toFixed(0)} ${formatRange(valuesOf('bookings', 'perSecond'))}`,
      ratio: perSecond / medianOf('echo', 'perSecond'),
      goal: '≥ 0.4 × J',
    },
    {
      metric: 'bookings per sync to disk',
      value: `F ${median(syncs).toFixed(0)} ${formatRange(syncs)}`,
      ratio: perSecond / median(syncs),
      goal: '≥ 3 × F',
    },
    {
      metric: 'bookings, p99',
      value: `${medianOf('bookings', 'p99').toFixed(1)} ms ${formatRange(valuesOf('bookings', 'p99'))}`,
      ratio: medianOf('bookings', 'p99') / medianOf('echo', 'p99'),
      goal: '≤ 4 × J',
    },
    cpu('home', 'home', '≤ 1.2 × C'),
    cpu('home unchanged (304)', 'unchanged', '≤ 1.1 × C'),
    cpu('slots', 'slots', '≤ 2 × C'),
    cpu('courts', 'courts', '≤ 1.3 × C'),
    {
      metric: 'ready after',
      value: `${startup.club.ready.toFixed(0)} ms`,
      ratio: startup.club.ready / startup.hello.ready,
      goal: '≤ 3 × E',
    },
    {
      metric: 'memory after start',
      value: `${(startup.club.memory / 1e6).toFixed(0)} MB`,
      ratio: startup.club.memory / startup.hello.memory,
      goal: '≤ 1.5 × E',
    },
    {
      metric: 'executable',
      value: `${(statSync(executable).size / 1e6).toFixed(1)} MB`,
      ratio: statSync(executable).size / statSync(join(benchDir, 'hello-world')).size,
      goal: '≤ 1.1 × E',
    },
  ];
  const refusedCount = results.get('bookings')?.reduce((sum, one) => sum + one.refused, 0) ?? 0;
  const note = [
    `Medians of ${rounds} rounds of ${seconds} s with ${CONNECTIONS} connections, minimum and maximum in brackets.`,
    `J ${medianOf('echo', 'perSecond').toFixed(0)} requests per second, p99 ${medianOf('echo', 'p99').toFixed(1)} ms;`,
    `C ${baselineCpu.toFixed(1)} µs; E ready after ${startup.hello.ready.toFixed(0)} ms with ${(startup.hello.memory / 1e6).toFixed(0)} MB.`,
    `A minimal server that answers every request with the bytes of the home page takes ${medianOf('page', 'cpu').toFixed(1)} µs`,
    `(${(medianOf('page', 'cpu') / baselineCpu).toFixed(2)} × C). A booking takes ${medianOf('bookings', 'cpu').toFixed(0)} µs of processor time. Bookings refused: ${refusedCount}.`,
  ].join('\n');
  return { rows, note };
}

async function compileBaseline(name: string): Promise<void> {
  await Bun.build({
    entrypoints: [join(root, `scripts/bench/baselines/${name}.ts`)],
    minify: true,
    compile: { outfile: join(benchDir, name), autoloadDotenv: false, autoloadBunfig: false },
  });
}

/** A club with 60 courts and bookings two years ahead, so that a run does not sell out. */
async function startLargeClub(): Promise<{ server: MeasuredServer; close(): Promise<void> }> {
  const dataDir = mkdtempSync(join(benchDir, 'data-'));
  await Bun.write(join(dataDir, 'club.toml'), '[booking]\ndays_ahead = 730\n');
  const env = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', TRUST_PROXY: '1' };
  const first = await startServer([executable, 'serve'], env);
  await first.stop();
  const db = new Database(join(dataDir, 'club.db'));
  for (let id = 3; id <= 60; id += 1)
    db.run('INSERT INTO court (id, name, active) VALUES (?, ?, 1)', [id, `Court ${id}`]);
  db.close();
  const server = await startServer([executable, 'serve'], env);
  const close = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { server, close };
}

/** The first day of the bookings; 60 courts × 21 hours × 2 years are more than one measurement can book. */
function bookingEnv(): Record<string, string> {
  return { FIRST_DAY: String(daysBetween('2000-01-01', addDays(today(), 2))) };
}

/** F: how often per second 4 KiB can be overwritten and synced. */
function measureSyncsPerSecond(): number {
  const file = openSync(join(benchDir, 'sync'), 'w');
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

/** Starts both executables alternately and measures the time to the first response. */
async function compareStartup() {
  const samples = {
    club: { ready: [] as number[], memory: [] as number[] },
    hello: { ready: [] as number[], memory: [] as number[] },
  };
  const dir = mkdtempSync(join(benchDir, 'start-'));
  for (let round = 0; round < START_COUNT; round += 1) {
    for (const [name, command] of [
      ['club', [executable, 'serve']],
      ['hello', [join(benchDir, 'hello-world')]],
    ] as const) {
      const started = await startServer([...command], { DATA_DIR: dir, PORT: '0', HOST: '127.0.0.1' });
      if (round > 0) {
        samples[name].ready.push(started.startupMs);
        samples[name].memory.push(residentBytesOf(started.pid));
      }
      await started.stop();
    }
  }
  return {
    club: { ready: median(samples.club.ready), memory: median(samples.club.memory) },
    hello: { ready: median(samples.hello.ready), memory: median(samples.hello.memory) },
  };
}

/** `(minimum to maximum)` */
function formatRange(values: readonly number[]): string {
  const digits = Math.max(...values) < 100 ? 1 : 0;
  return `(${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`;
}

async function fetchHomePage(server: MeasuredServer): Promise<Uint8Array> {
  const response = await fetch(server.url, { headers: { 'accept-encoding': 'br' }, decompress: false });
  return new Uint8Array(await response.arrayBuffer());
}

async function fetchEtag(server: MeasuredServer): Promise<string> {
  return (await fetch(server.url, { headers: { 'accept-encoding': 'identity' } })).headers.get('etag') ?? '';
}

function today(): string {
  return businessDayOf(Date.now());
}
