import { EXECUTABLE } from './executable.ts';

/** What a command of the compiled executable answered. */
export interface Ended {
  code: number;
  out: string;
  err: string;
}

/** Runs one command to its end. The environment holds nothing but PATH and `env`. */
export async function runCommand(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const child = Bun.spawn([EXECUTABLE, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [code, out, err] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code, out, err };
}
