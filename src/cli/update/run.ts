import { existsSync, readdirSync } from 'node:fs';
import { removeTree } from '../../backups/durable-files.ts';
import { OperatorError } from '../../db/operator-error.ts';
import { commandOfOwner } from '../become-owner.ts';

/** Runs a program to its end. Standard error goes to this process's own. */
export async function run(
  command: string[],
  { env = {}, detached = false }: { env?: Record<string, string>; detached?: boolean } = {},
): Promise<{ ok: boolean; output: string }> {
  try {
    const child = Bun.spawn(command, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached,
    });
    const output = await new Response(child.stdout).text();
    return { ok: (await child.exited) === 0, output: output.trim() };
  } catch {
    return { ok: false, output: '' };
  }
}

/**
 * Runs a program as the owner of a data folder, without a terminal: that user could trace the program and type into
 * root's terminal.
 */
export const runAsOwner = (dataDir: string, command: string[]) =>
  run(commandOfOwner(dataDir, command), { detached: true });

/** Removes a folder in a data folder. Windows has no such owner. */
export async function removeAsOwner(dataDir: string, folder: string): Promise<void> {
  if (process.platform === 'win32') removeTree(folder);
  else await runAsOwner(dataDir, ['rm', '-rf', folder]);
}

/** The sorted names in a folder of a data folder; empty if it is missing. */
export async function listAsOwner(dataDir: string, folder: string): Promise<string[]> {
  if (process.platform === 'win32') return existsSync(folder) ? readdirSync(folder).sort() : [];
  const list = ['sh', '-c', 'cd "$1" 2>/dev/null && ls', 'sh', folder];
  const { output } = await runAsOwner(dataDir, list);
  return output.split('\n');
}

/** The output of a program that has to succeed. Throws `OperatorError` with `fault`. */
export async function mustSucceed(running: ReturnType<typeof run>, fault: string): Promise<string> {
  const { ok, output } = await running;
  if (!ok) throw new OperatorError(fault);
  return output;
}
