/**
 * Runs one of this program's commands as a separate process until it ends; `signal` ends it. Returns the exit code
 * and the last line of its messages.
 */
export async function runOwnCommand(
  args: readonly string[],
  signal: AbortSignal,
): Promise<{ code: number; message: string | undefined }> {
  const child = Bun.spawn([...ownCommand(), ...args], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
    signal,
  });
  const [code, errorOutput] = await Promise.all([child.exited, new Response(child.stderr).text()]);
  return { code, message: errorOutput.trim().split('\n').at(-1)?.slice(0, 300) };
}

/** How to run this program: the executable or, in development, Bun with the same script. */
export function ownCommand(): string[] {
  const compiled = /[\\/](\$bunfs|~BUN)[\\/]/.test(Bun.main);
  return compiled ? [process.execPath] : [process.execPath, Bun.main];
}
