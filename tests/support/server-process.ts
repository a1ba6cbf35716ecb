import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const EXECUTABLE = resolve(import.meta.dir, '../../dist/padel-club');

/** The compiled executable, serving on loopback from a data folder of its own. */
export interface ServerProcess {
  url: string;
  dataDir: string;
  process: Bun.Subprocess;
  /** Everything it printed so far. */
  output(): string;
  /** Stops it as the operator would, and leaves the data folder. */
  stop(signal?: NodeJS.Signals): Promise<number>;
  /** Stops it and removes the data folder. */
  close(): Promise<void>;
}

export async function startServerProcess(
  options: {
    dataDir?: string;
    env?: Record<string, string>;
    cwd?: string;
    executable?: string;
    /** A whole command line instead of the executable, such as one under strace. */
    command?: string[];
  } = {},
): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'padel-club-'));
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

  const deadline = Date.now() + 20_000;
  let url = '';
  while (!url) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`the site did not start:\n${printed}`);
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

/** A port nobody listens on right now, for a site that has to know its own address before it starts. */
export function findFreePort(): number {
  const probe = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
  const { port = 0 } = probe;
  void probe.stop(true);
  return port;
}
