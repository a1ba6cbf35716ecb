import type { CommandContext } from '../command.ts';

/** Asks the site on this machine whether it is ready, for health checks in images without a shell. */
export async function askServerIfReady(context: CommandContext): Promise<number> {
  const port = context.env.PORT ?? '3000';
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/health/ready`, {
      signal: AbortSignal.timeout(5000),
    });
    const { status } = (await response.json()) as { status: string };
    context.printStatus(`The site on port ${port} is ${status}.`);
    return response.ok ? 0 : 1;
  } catch {
    context.printStatus(`No server answers on port ${port}.`);
    return 1;
  }
}
