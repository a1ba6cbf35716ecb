import { Failure } from '../domain/failure.ts';

/** How much heavy work is done at one time, and how much of it may wait. */
export interface ConcurrencyLimiterOptions {
  concurrency: number;
  /** Milliseconds between two pieces of work of a crowd, so that everybody else finds a processor. */
  delayMs: number;
  maxQueued: number;
  /** Milliseconds one piece takes, until that has been measured. */
  expectedDurationMs: number;
}

/** Heavy work takes turns. Who finds the queue full is told how long it is. */
export class ConcurrencyLimiter {
  readonly #options: ConcurrencyLimiterOptions;
  readonly #queue: (() => void)[] = [];
  #running = 0;
  /** Milliseconds from one turn to the next, the latest ones counting most. */
  #averageTurnMs: number;

  constructor(options: ConcurrencyLimiterOptions) {
    this.#options = options;
    this.#averageTurnMs = options.expectedDurationMs + options.delayMs;
  }

  /** Seconds until all that waits now has had its turn. */
  get estimatedWaitSeconds(): number {
    return Math.max(
      1,
      Math.ceil((this.#queue.length / this.#options.concurrency) * (this.#averageTurnMs / 1000)),
    );
  }

  /** Throws `unavailable`, with the time the queue takes, when too many wait. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const { concurrency, delayMs, maxQueued } = this.#options;
    if (this.#running >= concurrency) {
      if (this.#queue.length >= maxQueued) {
        const message = 'Very many people are signing in right now. Please try again in a moment.';
        throw new Failure('unavailable', message, { retryAfter: this.estimatedWaitSeconds });
      }
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    } else this.#running += 1;
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.#averageTurnMs += (performance.now() - startedAt + delayMs - this.#averageTurnMs) / 8;
      const next = this.#queue.shift();
      if (next) setTimeout(next, delayMs);
      else this.#running -= 1;
    }
  }
}
