import { inheritedClock } from './faketime-environment.ts';
import { EXECUTABLE } from './server-process.ts';

/** The output of a command of the compiled executable. */
export interface CommandResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Where nothing answers, so that `doctor` asks no server on the network. */
const NO_TIME_SERVER = '127.0.0.1:9';

/** Runs one command to its end. Its environment has only PATH, no time server, and `env`. */
export async function runCommand(args: string[], env: Record<string, string> = {}): Promise<CommandResult> {
  const child = Bun.spawn([EXECUTABLE, ...args], {
    env: { PATH: process.env.PATH ?? '', TIME_SERVER: NO_TIME_SERVER, ...inheritedClock(), ...env },
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
