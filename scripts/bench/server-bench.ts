/** Measures the executable and its baselines alternately on loopback. Needs wrk. */
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
import { join } from 'node:path';
import { ensureSystemPackage } from '../ensure-system-package.ts';
import type { BenchmarkRow } from './format-result-table.ts';
import { type LoadResult, median, residentBytesOf, startServer } from './harness.ts';
import {
  type BuildScenario,
  benchDir,
  bookingEnv,
  bookingScript,
  CONNECTIONS,
  root,
  runGet,
  runPost,
  startBuild,
  startLargeClub,
} from './load-scenarios.ts';
import { measurePeer } from './peer-bench.ts';

/** The number of starts of each executable; the first one creates the database and warms the disk cache. */
const START_COUNT = 7;

const currentExecutable = join(root, 'dist/padel-club');

/**
 * Each of the `rounds` measures every scenario for `seconds`; the results are medians. The executable `previous`
 * is measured in turns with the current one.
 */
export async function measureServer(options: {
  seconds: number;
  rounds: number;
  previous?: string | undefined;
}): Promise<{ rows: BenchmarkRow[]; note: string }> {
  const { seconds, rounds } = options;
  await ensureSystemPackage('wrk');
  rmSync(benchDir, { recursive: true, force: true });
  mkdirSync(benchDir, { recursive: true });
  await Promise.all([
    compileBaseline('json-echo'),
    compileBaseline('minimal-executable'),
    compileBaseline('static-file'),
  ]);

  const current = await startBuild(currentExecutable, seconds);
  const previous = options.previous ? await startBuild(options.previous, seconds) : null;
  const builds = previous ? [current, previous] : [current];
  const page = join(benchDir, 'page.br');
  await Bun.write(page, current.homePage);
  const echo = await startServer([join(benchDir, 'json-echo')]);
  const staticServer = await startServer([join(benchDir, 'static-file'), page]);
  const baselines = { echo: [] as LoadResult[], page: [] as LoadResult[] };
  const syncs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    syncs.push(measureSyncsPerSecond());
    baselines.echo.push(await runPost(echo, '/', seconds, CONNECTIONS));
    baselines.page.push(await runGet(staticServer, '/', seconds));
    for (const name of Object.keys(current.scenarios) as BuildScenario[])
      for (const build of builds) build.results[name].push(await build.scenarios[name]());
  }
  await Promise.all([echo.stop(), staticServer.stop(), ...builds.map((build) => build.close())]);
  const startup = await compareStartup(options.previous);

  const valuesOf = (name: keyof typeof baselines | BuildScenario, field: keyof LoadResult) =>
    (name === 'echo' || name === 'page' ? baselines[name] : current.results[name]).map((one) => one[field]);
  const medianOf = (name: keyof typeof baselines | BuildScenario, field: keyof LoadResult) =>
    median(valuesOf(name, field));
  const before = (name: BuildScenario, field: keyof LoadResult, unit: string) =>
    previous
      ? {
          previous: comparison(
            medianOf(name, field),
            median(previous.results[name].map((one) => one[field])),
            unit,
          ),
        }
      : {};
  const baselineCpu = medianOf('echo', 'cpu');
  const cpu = (what: string, name: BuildScenario, goal: string): BenchmarkRow => ({
    metric: `${what}, processor time per request`,
    value: `${medianOf(name, 'cpu').toFixed(1)} µs ${formatRange(valuesOf(name, 'cpu'))}`,
    ...before(name, 'cpu', 'µs'),
    ratio: medianOf(name, 'cpu') / baselineCpu,
    goal,
  });
  const perSecond = medianOf('bookings', 'perSecond');
  const rows: BenchmarkRow[] = [
    {
      metric: 'durable bookings per second',
      value: `${perSecond.toFixed(0)} ${formatRange(valuesOf('bookings', 'perSecond'))}`,
      ...before('bookings', 'perSecond', ''),
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
      ...before('bookings', 'p99', 'ms'),
      ratio: medianOf('bookings', 'p99') / medianOf('echo', 'p99'),
      goal: '≤ 4 × J',
    },
    {
      metric: 'bookings at one connection, p99',
      value: `${medianOf('single', 'p99').toFixed(1)} ms ${formatRange(valuesOf('single', 'p99'))}`,
      ...before('single', 'p99', 'ms'),
      ratio: medianOf('single', 'p99') / medianOf('bookings', 'p99'),
      goal: '≤ 1 × the p99 above',
    },
    cpu('a booking', 'bookings', '≤ 15 × C'),
    cpu('home', 'home', '≤ 1.2 × C'),
    cpu('home unchanged (304)', 'unchanged', '≤ 1.1 × C'),
    cpu('slots', 'slots', '≤ 2 × C'),
    cpu('courts', 'courts', '≤ 1.3 × C'),
    {
      metric: 'ready after',
      value: `${startup.club.ready.toFixed(0)} ms`,
      ...(startup.previous ? { previous: comparison(startup.club.ready, startup.previous.ready, 'ms') } : {}),
      ratio: startup.club.ready / startup.hello.ready,
      goal: '≤ 3 × E',
    },
    {
      metric: 'memory after start',
      value: `${(startup.club.memory / 1e6).toFixed(0)} MB`,
      ...(startup.previous
        ? { previous: comparison(startup.club.memory / 1e6, startup.previous.memory / 1e6, 'MB') }
        : {}),
      ratio: startup.club.memory / startup.hello.memory,
      goal: '≤ 1.5 × E',
    },
    {
      metric: 'executable',
      value: `${(statSync(currentExecutable).size / 1e6).toFixed(1)} MB`,
      ...(options.previous
        ? {
            previous: comparison(
              statSync(currentExecutable).size / 1e6,
              statSync(options.previous).size / 1e6,
              'MB',
            ),
          }
        : {}),
      ratio: statSync(currentExecutable).size / statSync(join(benchDir, 'minimal-executable')).size,
      goal: '≤ 1.1 × E',
    },
  ];
  const refusedCount = current.results.bookings.reduce((sum, one) => sum + one.refused, 0);
  const note = [
    `Medians of ${rounds} rounds of ${seconds} s with ${CONNECTIONS} connections, minimum and maximum in brackets.`,
    `J ${medianOf('echo', 'perSecond').toFixed(0)} requests per second, p99 ${medianOf('echo', 'p99').toFixed(1)} ms;`,
    `C ${baselineCpu.toFixed(1)} µs; E ready after ${startup.hello.ready.toFixed(0)} ms with ${(startup.hello.memory / 1e6).toFixed(0)} MB.`,
    `A minimal server that answers every request with the bytes of the home page takes ${medianOf('page', 'cpu').toFixed(1)} µs`,
    `(${(medianOf('page', 'cpu') / baselineCpu).toFixed(2)} × C). A booking takes ${medianOf('bookings', 'cpu').toFixed(0)} µs of processor time. Bookings refused: ${refusedCount}.`,
  ].join('\n');
  return { rows, note };
}

/** Measures the peer of `folder` in turns with the current build. */
export async function measurePeerBeside(folder: string, options: { seconds: number; rounds: number }) {
  await ensureSystemPackage('wrk');
  mkdirSync(benchDir, { recursive: true });
  const { server, close } = await startLargeClub(currentExecutable);
  const table = await measurePeer(
    folder,
    { url: server.url, bookingScript, bookingEnv: bookingEnv() },
    options,
  );
  await close();
  return table;
}

/** `719 µs, today 0.98 ×` */
function comparison(now: number, before: number, unit: string): string {
  const digits = before < 100 ? 1 : 0;
  const value = unit ? `${before.toFixed(digits)} ${unit}` : before.toFixed(digits);
  return `${value}, today ${(now / before).toFixed(2)} ×`;
}

async function compileBaseline(name: string): Promise<void> {
  await Bun.build({
    entrypoints: [join(root, `scripts/bench/baselines/${name}.ts`)],
    minify: true,
    compile: { outfile: join(benchDir, name), autoloadDotenv: false, autoloadBunfig: false },
  });
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

/** Starts the executables alternately and measures the time to the first response. */
async function compareStartup(previous: string | undefined) {
  const samples = {
    club: { ready: [] as number[], memory: [] as number[] },
    hello: { ready: [] as number[], memory: [] as number[] },
    previous: { ready: [] as number[], memory: [] as number[] },
  };
  // Each build has a folder of its own, because an earlier one does not open a later database.
  const dirs = { club: newDir(), hello: newDir(), previous: newDir() };
  for (let round = 0; round < START_COUNT; round += 1) {
    for (const [name, command] of [
      ['club', [currentExecutable, 'serve']],
      ['hello', [join(benchDir, 'minimal-executable')]],
      ['previous', previous ? [previous, 'serve'] : []],
    ] as const) {
      if (command.length === 0) continue;
      const started = await startServer([...command], { DATA_DIR: dirs[name], PORT: '0', HOST: '127.0.0.1' });
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
    previous: previous
      ? { ready: median(samples.previous.ready), memory: median(samples.previous.memory) }
      : null,
  };
}

function newDir(): string {
  return mkdtempSync(join(benchDir, 'start-'));
}

/** `(minimum to maximum)` */
function formatRange(values: readonly number[]): string {
  const digits = Math.max(...values) < 100 ? 1 : 0;
  return `(${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`;
}
