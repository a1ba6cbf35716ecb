import { Database } from 'bun:sqlite';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inheritedClock } from './faketime-environment.ts';
import { findFreePort } from './find-free-port.ts';
import { withTestBank } from './test-bank-account.ts';

/** Every test server has it. */
export const METRICS_TOKEN = 'token-of-the-tests';

export const EXECUTABLE = resolve(import.meta.dir, '../../dist/padel-club');

/** The compiled executable as a server on loopback with its own data folder. */
export interface ServerProcess {
  url: string;
  dataDir: string;
  process: Bun.Subprocess;
  /** The server's output so far. */
  output(): string;
  /** Works with the server's database file. */
  database<T>(work: (db: Database) => T): T;
  /** Stops the server with a signal and keeps the data folder. */
  stop(signal?: NodeJS.Signals): Promise<number>;
  /** Stops the server and starts it on the same folder and address, with `env` in addition to its own. */
  restart(env?: Record<string, string>): Promise<void>;
  /** Kills the server and removes the data folder. */
  close(): Promise<void>;
}

export interface ServerOptions {
  dataDir?: string;
  env?: Record<string, string>;
  cwd?: string;
  executable?: string;
  /** A command line to run instead of the executable, such as one under strace. */
  command?: string[];
  /** Leaves a new club without a bank account. */
  bank?: false;
  /** The host of the server's public address, for links and cookies. */
  publicHost?: 'localhost' | '127.0.0.1';
  /** Called with everything the server has printed so far, even before it is ready. */
  onPrint?: (printed: string) => void;
}

export async function startServerProcess(options: ServerOptions = {}): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'padel-club-'));
  if (options.bank !== false && !existsSync(join(dataDir, 'club.db'))) addTestBank(dataDir);
  const publicUrl = options.publicHost && `http://${options.publicHost}:${await findFreePort()}`;
  const address: Record<string, string> = publicUrl
    ? { PORT: new URL(publicUrl).port, PUBLIC_URL: publicUrl }
    : {};
  let env = { ...address, ...options.env };

  const launch = async () => {
    const started = await launchServer({ ...options, dataDir, env });
    return publicUrl ? { ...started, url: publicUrl } : started;
  };
  const server: ServerProcess = {
    ...(await launch()),
    dataDir,
    database(work) {
      const db = new Database(join(dataDir, 'club.db'), { strict: true });
      db.run('PRAGMA busy_timeout = 5000');
      try {
        return work(db);
      } finally {
        db.close();
      }
    },
    stop(signal = 'SIGTERM') {
      server.process.kill(signal);
      return server.process.exited;
    },
    async restart(more) {
      await server.stop();
      env = { ...env, ...more };
      Object.assign(server, await launch());
    },
    async close() {
      await server.stop('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return server;
}

/** The answer of `/api/metrics` to a program with the token. */
export function fetchMetrics({ url }: Pick<ServerProcess, 'url'>): Promise<Response> {
  return fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
}

async function launchServer(options: ServerOptions & { dataDir: string }) {
  const child = Bun.spawn(options.command ?? [options.executable ?? EXECUTABLE, 'serve'], {
    cwd: options.cwd ?? options.dataDir,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: options.dataDir,
      METRICS_TOKEN,
      // A clock of its own would not apply on top of ours.
      ...(options.env?.LD_PRELOAD ? {} : inheritedClock()),
      ...options.env,
    },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  let printed = '';
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      printed += decoder.decode(chunk, { stream: true });
      options.onPrint?.(printed);
    }
  };
  void collect(child.stdout);
  void collect(child.stderr);

  const started = performance.now();
  let url = '';
  while (!url) {
    if (child.exitCode !== null || performance.now() - started > 60_000)
      throw new Error(`the server did not start:\n${printed}`);
    url = /"event":"ready","url":"([^"]+)"/.exec(printed)?.[1] ?? '';
    await Bun.sleep(20);
  }
  return { url, process: child, output: () => printed };
}

function addTestBank(dataDir: string): void {
  const path = join(dataDir, 'club.toml');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(path, withTestBank(existsSync(path) ? readFileSync(path, 'utf8') : ''), { mode: 0o600 });
}
