import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { withTestBank } from './test-bank-account.ts';

export const EXECUTABLE = resolve(import.meta.dir, '../../dist/padel-club');

/** The compiled executable as a server on loopback with its own data folder. */
export interface ServerProcess {
  url: string;
  dataDir: string;
  process: Bun.Subprocess;
  /** The output of the server so far. */
  output(): string;
  /** Stops the server with a signal and keeps the data folder. */
  stop(signal?: NodeJS.Signals): Promise<number>;
  /** Kills the server and removes the data folder. */
  close(): Promise<void>;
}

export async function startServerProcess(
  options: {
    dataDir?: string;
    env?: Record<string, string>;
    cwd?: string;
    executable?: string;
    /** A command line instead of the executable, such as one under strace. */
    command?: string[];
    /** Leaves a new club without a bank account. */
    bank?: false;
  } = {},
): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'padel-club-'));
  if (options.bank !== false && !existsSync(join(dataDir, 'club.db'))) addTestBank(dataDir);
  const child = Bun.spawn(options.command ?? [options.executable ?? EXECUTABLE, 'serve'], {
    cwd: options.cwd ?? dataDir,
    env: { PATH: process.env.PATH ?? '', PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, ...options.env },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  let printed = '';
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) printed += decoder.decode(chunk, { stream: true });
  };
  void collect(child.stdout);
  void collect(child.stderr);

  const deadline = Date.now() + 60_000;
  let url = '';
  while (!url) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`the server did not start:\n${printed}`);
    url = /"event":"ready","url":"([^"]+)"/.exec(printed)?.[1] ?? '';
    await Bun.sleep(20);
  }
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return child.exited;
  };
  return {
    url,
    dataDir,
    process: child,
    output: () => printed,
    stop,
    async close() {
      await stop('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function addTestBank(dataDir: string): void {
  const path = join(dataDir, 'club.toml');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(path, withTestBank(existsSync(path) ? readFileSync(path, 'utf8') : ''), { mode: 0o600 });
}
