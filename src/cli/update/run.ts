import { OperatorError } from '../../db/operator-error.ts';

/** Runs a program to its end. Standard error goes to this process's own. */
export async function run(
  command: string[],
  env: Record<string, string> = {},
): Promise<{ ok: boolean; output: string }> {
  try {
    const child = Bun.spawn(command, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const output = await new Response(child.stdout).text();
    return { ok: (await child.exited) === 0, output: output.trim() };
  } catch {
    return { ok: false, output: '' };
  }
}

/** Runs a program that must succeed, and returns what it prints. Throws `OperatorError` with `fault`. */
export async function mustRun(command: string[], fault: string): Promise<string> {
  const { ok, output } = await run(command);
  if (!ok) throw new OperatorError(fault);
  return output;
}
