import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Gives the site precedence over this process. Linux has a priority per thread. */
export function lowerPriority(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
  for (const thread of threads) {
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW);
    } catch {
      // Some systems forbid it; normal priority works too.
    }
  }
}
