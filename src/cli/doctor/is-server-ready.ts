import { localUrl } from '../../config/reachable-url.ts';
import type { CommandContext } from '../command.ts';

/** Asks the site on this machine whether it is ready, for health checks in images without a shell. */
export async function askServerIfReady(context: CommandContext): Promise<number> {
  const { PORT: port = '3000', HOST } = context.env;
  try {
    const response = await fetch(`${localUrl(HOST, port)}/api/health/ready`, {
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
