import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensureSystemPackage } from '../../scripts/ensure-system-package.ts';

/** Another project's program with its own folder on loopback. */
export interface Neighbour {
  /** What it has printed so far. */
  output(): string;
  /** Stops it with SIGTERM, or with SIGKILL if it doesn't end within ten seconds. */
  stop(): Promise<void>;
}

/**
 * Installs programs' Debian packages. Returns the names of those this machine can't have, with which a test file
 * skips itself.
 */
export async function missingPrograms(packages: Record<string, string>): Promise<string[]> {
  const missing: string[] = [];
  for (const [program, debianPackage] of Object.entries(packages)) {
    await ensureSystemPackage(program, debianPackage).catch(() => missing.push(program));
  }
  if (missing.length > 0) console.log(`Skipped, because this machine lacks: ${missing.join(', ')}`);
  return missing;
}

/** A folder that programs with their own users can enter, and a function that writes files into it. */
export function neighbourFolder() {
  const path = mkdtempSync(join(tmpdir(), 'padel-beside-'));
  chmodSync(path, 0o755);
  return {
    path,
    write(name: string, text: string): string {
      const file = join(path, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Starts a program and waits up to 30 seconds for `isReady`. */
export async function startNeighbour(
  command: string[],
  isReady: () => Promise<boolean>,
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Neighbour> {
  const child = Bun.spawn(command, {
    ...options,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    void (async () => {
      for await (const chunk of stream.pipeThrough(new TextDecoderStream())) printed += chunk;
    })();
  const stop = async () => {
    child.kill();
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await child.exited;
    clearTimeout(timer);
  };
  const started = performance.now();
  while (!(await isReady().catch(() => false))) {
    if (child.exitCode !== null || performance.now() - started > 30_000) {
      await stop();
      throw new Error(`${command[0]} did not start:\n${printed.slice(-4000)}`);
    }
    await Bun.sleep(50);
  }
  return { output: () => printed, stop };
}

/** True if a program accepts connections on a loopback port. */
export async function isListening(port: number): Promise<boolean> {
  const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } });
  socket.end();
  return true;
}

/** What a command prints; if it fails, throws with its output. */
export async function runProgram(command: string[], env: Record<string, string> = {}): Promise<string> {
  const child = Bun.spawn(command, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [printed, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')}:\n${printed}${errors}`);
  return printed;
}
