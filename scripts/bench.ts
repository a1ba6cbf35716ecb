/**
 * How fast the club's server is, as ratios to the least a server could do, measured in the same run: the
 * executable and its baselines take turns on loopback. `--seconds N` a turn, `--rounds N` turns each,
 * `--write` keeps the table in tests/load/RESULTS.md. Needs wrk (installed from Debian's package).
 */
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
import { parseArgs } from 'node:util';
import { addDays, businessDayOf, daysBetween } from '../src/domain/business-day.ts';
import { type Load, load, median, memoryOf, type Server, startServer } from '../tests/load/measure.ts';
import { ensurePackage } from './system-package.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const root = resolve(import.meta.dir, '..');
const folder = join(root, 'dist/bench');
const club = join(root, 'dist/padel-club');
const book = join(root, 'tests/load/book.lua');

await ensurePackage('wrk');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await compile('echo');
await compile('hello');

const echo = await startServer([join(folder, 'echo')]);
const { server, dataDir } = await startBigClub();
const turns: Record<string, (round: number) => Promise<Load>> = {
  J: () => load(echo, '/', { seconds, connections: 64, script: book, env: bookingsFrom(0) }),
  bookings: (round) =>
    load(server, '/api/book', { seconds, connections: 64, script: book, env: bookingsFrom(round) }),
  home: () => load(server, '/', { seconds, connections: 64, headers: ['Accept-Encoding: br'] }),
  'home, 304': async () =>
    load(server, '/', { seconds, connections: 64, headers: [`If-None-Match: ${await tagOf(server)}`] }),
  slots: () => load(server, `/api/slots?date=${addDays(today(), 3)}&courtId=1`, { seconds, connections: 64 }),
  courts: () => load(server, '/api/courts', { seconds, connections: 64 }),
};
const results = new Map<string, Load[]>(Object.keys(turns).map((name) => [name, []]));
const syncs: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  syncs.push(syncsPerSecond());
  for (const [name, turn] of Object.entries(turns)) results.get(name)?.push(await turn(round));
}
await echo.stop();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });

const starts = await compareStarts();
const of = (name: string, field: keyof Load) => median(results.get(name)?.map((one) => one[field]) ?? []);
const C = of('J', 'cpu');
const table = [
  row(
    'durable bookings a second',
    `${of('bookings', 'perSecond').toFixed(0)}`,
    of('bookings', 'perSecond') / of('J', 'perSecond'),
    '≥ 0.4 × J',
  ),
  row(
    'the same against syncs',
    `F ${median(syncs).toFixed(0)}`,
    of('bookings', 'perSecond') / median(syncs),
    '≥ 3 × F',
  ),
  row(
    'bookings p99',
    `${of('bookings', 'p99').toFixed(1)} ms`,
    of('bookings', 'p99') / of('J', 'p99'),
    '≤ 4 × J',
  ),
  row('home, processor a request', `${of('home', 'cpu').toFixed(1)} µs`, of('home', 'cpu') / C, '≤ 1.2 × C'),
  row(
    'home unchanged (304)',
    `${of('home, 304', 'cpu').toFixed(1)} µs`,
    of('home, 304', 'cpu') / C,
    '≤ 1.1 × C',
  ),
  row('slots', `${of('slots', 'cpu').toFixed(1)} µs`, of('slots', 'cpu') / C, '≤ 2 × C'),
  row('courts', `${of('courts', 'cpu').toFixed(1)} µs`, of('courts', 'cpu') / C, '≤ 1.3 × C'),
  row('ready after', `${starts.club.ready.toFixed(0)} ms`, starts.club.ready / starts.hello.ready, '≤ 3 × E'),
  row(
    'memory after start',
    `${(starts.club.memory / 1e6).toFixed(0)} MB`,
    starts.club.memory / starts.hello.memory,
    '≤ 1.5 × E',
  ),
  row(
    'executable',
    `${(statSync(club).size / 1e6).toFixed(1)} MB`,
    statSync(club).size / statSync(join(folder, 'hello')).size,
    '≤ 1.1 × E',
  ),
];
const refused = results.get('bookings')?.reduce((sum, one) => sum + one.refused, 0) ?? 0;
const text = `${['| what | figure | ratio | goal |', '|---|---|---|---|', ...table].join('\n')}

J ${of('J', 'perSecond').toFixed(0)} requests a second, p99 ${of('J', 'p99').toFixed(1)} ms, C ${C.toFixed(1)} µs; E ready after ${starts.hello.ready.toFixed(0)} ms, ${(starts.hello.memory / 1e6).toFixed(0)} MB; medians of ${rounds} turns of ${seconds} s each, 64 connections; bookings refused: ${refused}.
`;
console.log(text);
if (values.write) {
  const day = new Date().toISOString().slice(0, 10);
  await Bun.write(
    join(root, 'tests/load/RESULTS.md'),
    `# Speed\n\n\`bun run bench -- --seconds ${seconds} --rounds ${rounds} --write\` on ${day}, two cores.\n\n${text}`,
  );
}

async function compile(name: string): Promise<void> {
  await Bun.build({
    entrypoints: [join(root, `tests/load/baselines/${name}.ts`)],
    minify: true,
    compile: { outfile: join(folder, name), autoloadDotenv: false, autoloadBunfig: false },
  });
}

/** A club with 60 courts that takes bookings two years ahead, so that a run does not sell out. */
async function startBigClub(): Promise<{ server: Server; dataDir: string }> {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const settings = await Bun.file(join(root, 'src/settings/club.toml')).text();
  await Bun.write(join(dataDir, 'club.toml'), settings.replace('days_ahead = 90', 'days_ahead = 730'));
  const env = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', TRUST_PROXY: '1' };
  const first = await startServer([club, 'serve'], env);
  await first.stop();
  const db = new Database(join(dataDir, 'club.db'));
  for (let id = 3; id <= 60; id += 1)
    db.run('INSERT INTO court (id, name, active) VALUES (?, ?, 1)', [id, `Court ${id}`]);
  db.close();
  return { server: await startServer([club, 'serve'], env), dataDir };
}

/** Each round sells other days. */
function bookingsFrom(round: number): Record<string, string> {
  return { FIRST_DAY: String(daysBetween('2000-01-01', addDays(today(), 2 + round * 200))) };
}

/** F: how often a second 4 KiB can be written over and synced. */
function syncsPerSecond(): number {
  const path = join(folder, 'sync');
  const file = openSync(path, 'w');
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
  for (let turn = 0; turn < 7; turn += 1) {
    for (const [name, command] of [
      ['club', [club, 'serve']],
      ['hello', [join(folder, 'hello')]],
    ] as const) {
      const one = await startServer([...command], { DATA_DIR: dir, PORT: '0', HOST: '127.0.0.1' });
      // The first start makes the database and warms the disk's cache.
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

function row(what: string, figure: string, ratio: number, goal: string): string {
  const bound = Number(/[\d.]+/.exec(goal)?.[0]);
  const met = goal.startsWith('≥') ? ratio >= bound : ratio <= bound;
  return `| ${what} | ${figure} | ${ratio.toFixed(2)} | ${goal}${met ? '' : ' — missed'} |`;
}

async function tagOf(server: Server): Promise<string> {
  return (await fetch(server.url, { headers: { 'accept-encoding': 'identity' } })).headers.get('etag') ?? '';
}

function today(): string {
  return businessDayOf(Date.now());
}
