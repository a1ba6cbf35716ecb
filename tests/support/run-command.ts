import { inheritedClock } from './faketime-environment.ts';
import { EXECUTABLE } from './server-process.ts';

/** The output of a command of the compiled executable. */
export interface CommandResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs one command to its end. Its environment has only PATH and `env`. */
export async function runCommand(args: string[], env: Record<string, string> = {}): Promise<CommandResult> {
  const child = Bun.spawn([EXECUTABLE, ...args], {
    env: { PATH: process.env.PATH ?? '', ...inheritedClock(), ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  return resultOf(child);
}

/** Waits for the end of a process whose outputs are pipes. */
export async function resultOf(child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>): Promise<CommandResult> {
  const [exitCode, stdout, stderr] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { exitCode, stdout, stderr };
}
