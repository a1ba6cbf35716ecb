import { Database } from 'bun:sqlite';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Figures } from './figures.ts';

const root = resolve(import.meta.dir, '../..');
export const benchDir = join(root, 'dist/bench');
export const currentExecutable = join(root, 'dist/padel-club');
const COURT_COUNT = 60;
export const DEMO_PASSWORD = 'bench-and-demo';

/** A build with the clubs used by the reads, the phone and its dashboard. */
export interface Build {
  executable: string;
  largeClub: MeasuredServer;
  newClub: MeasuredServer;
  /** Has bookings, and accounts with the password `DEMO_PASSWORD`. */
  demoClub: MeasuredServer;
  close(): Promise<void>;
}

/** A server process being measured. */
export interface MeasuredServer {
  url: string;
  pid: number;
  /** Milliseconds from start to first answer. */
  startMs: number;
  stop(): Promise<void>;
}

export async function openBuild(executable: string): Promise<Build> {
  const largeClub = await startLargeClub(executable);
  const newClub = await startServer(executable, createDataDir());
  const demoDir = createDataDir();
  run([executable, 'demo', '--data', demoDir, '--password', DEMO_PASSWORD], root);
  const demoClub = await startServer(executable, demoDir);
  const close = async () => {
    await Promise.all([largeClub.stop(), newClub.stop(), demoClub.stop()]);
  };
  return { executable, largeClub, newClub, demoClub, close };
}

/** The executable for `name`: a file, or a commit that is built once. */
export async function findBase(name: string): Promise<string> {
  if (existsSync(name)) return resolve(name);
  const source = join(root, 'dist/base', name);
  const executable = join(source, 'dist/padel-club');
  if (existsSync(executable)) return executable;
  console.log(`Building ${name} …`);
  rmSync(source, { recursive: true, force: true });
  run(['git', 'worktree', 'prune'], root);
  run(['git', 'worktree', 'add', '--detach', source, name], root);
  run([process.execPath, 'install', '--frozen-lockfile'], source);
  run([process.execPath, 'scripts/build.ts'], source);
  return executable;
}

function run(command: string[], cwd: string): void {
  const { exitCode } = Bun.spawnSync(command, { cwd, stdout: 'ignore', stderr: 'inherit' });
  if (exitCode !== 0) throw new Error(`${command.join(' ')} ended with ${exitCode}`);
}

/** A club with many courts and two years of booking ahead, so that a run doesn't sell out. */
export async function startLargeClub(executable: string): Promise<MeasuredServer> {
  const dataDir = createDataDir();
  await Bun.write(join(dataDir, 'club.toml'), '[booking]\ndays_ahead = 730\n');
  await (await startServer(executable, dataDir)).stop();
  const db = new Database(join(dataDir, 'club.db'));
  const insert = db.prepare('INSERT OR IGNORE INTO court (id, name) VALUES (?, ?)');
  for (let id = 1; id <= COURT_COUNT; id += 1) insert.run(id, `Court ${id}`);
  db.close();
  const server = await startServer(executable, dataDir);
  const stop = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...server, stop };
}

/** Every job runs for the first time within this long after a start. */
const START_SECONDS = 20;

/** Time to the first answer, memory at that point, the first home pages, and the executable's size. */
export async function measureStart({ executable }: Build): Promise<Figures> {
  const dataDir = createDataDir();
  await (await startServer(executable, dataDir)).stop();
  const server = await startServer(executable, dataDir);
  const memory = residentBytesOf(server.pid) / 1e6;
  const firstPageMs = await measurePage(server);
  let slowestPageMs = 0;
  for (const end = Date.now() + START_SECONDS * 1000; Date.now() < end; await Bun.sleep(10))
    slowestPageMs = Math.max(slowestPageMs, await measurePage(server));
  await server.stop();
  return {
    'first answer after a start, ms': server.startMs,
    'first home page after a start, ms': firstPageMs,
    [`slowest home page in the next ${START_SECONDS} s, ms`]: slowestPageMs,
    'memory after a start, MB': memory,
    'executable, MB': statSync(executable).size / 1e6,
  };
}

async function measurePage({ url }: MeasuredServer): Promise<number> {
  const asked = performance.now();
  await (await fetch(url, { headers: { 'accept-encoding': 'br' } })).arrayBuffer();
  return performance.now() - asked;
}

async function startServer(executable: string, dataDir: string): Promise<MeasuredServer> {
  const started = performance.now();
  const child = Bun.spawn([executable, 'serve'], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', TRUST_PROXY: '1' },
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const { promise: url, resolve: ready, reject } = Promise.withResolvers<string>();
  // Reads the log to its end, because a full pipe loses lines.
  void (async () => {
    let output = '';
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      if (output.includes('"event":"ready"')) continue;
      output += chunk;
      const port = /"event":"ready","url":"http:\/\/localhost:(\d+)"/.exec(output)?.[1];
      if (port) ready(`http://127.0.0.1:${port}`);
    }
    reject(new Error(`The server did not start: ${output}`));
  })();
  await (await fetch(`${await url}/api/courts`)).arrayBuffer();
  const startMs = performance.now() - started;
  const stop = async () => {
    child.kill();
    await child.exited;
  };
  return { url: await url, pid: child.pid, startMs, stop };
}

function createDataDir(): string {
  return mkdtempSync(join(benchDir, 'data-'));
}

/** In milliseconds. */
export function cpuTimeMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** In bytes. */
export function residentBytesOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}
