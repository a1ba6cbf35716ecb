import pLimit, { type LimitFunction } from 'p-limit';
import { Failure } from '../domain/failure.ts';

export interface ConcurrencyLimiterOptions {
  concurrency: number;
  /** Milliseconds of pause before a queued task starts, so that other requests find a processor. */
  delayMs: number;
  maxQueued: number;
  /** Milliseconds that one task takes, until the limiter has measured it. */
  expectedDurationMs: number;
}

/** Runs heavy tasks a few at a time and refuses new ones when its queue is full. */
export class ConcurrencyLimiter {
  readonly #options: ConcurrencyLimiterOptions;
  readonly #limit: LimitFunction;
  /** Moving average of the milliseconds between the starts of two tasks. */
  #averageTurnMs: number;

  constructor(options: ConcurrencyLimiterOptions) {
    this.#options = options;
    this.#limit = pLimit(options.concurrency);
    this.#averageTurnMs = options.expectedDurationMs + options.delayMs;
  }

  /** Throws `unavailable` with the queue's estimated duration when the queue is full. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#limit.pendingCount >= this.#options.maxQueued) {
      throw new Failure(
        'unavailable',
        'Too many people are signing in right now. Please try again in a moment.',
        { retryAfter: this.#estimateWaitSeconds() },
      );
    }
    const isQueued = this.#limit.activeCount >= this.#options.concurrency;
    return this.#limit(async () => {
      if (isQueued) await Bun.sleep(this.#options.delayMs);
      const startedAt = performance.now();
      try {
        return await task();
      } finally {
        const turnMs = performance.now() - startedAt + this.#options.delayMs;
        this.#averageTurnMs += (turnMs - this.#averageTurnMs) / 8;
      }
    });
  }

  #estimateWaitSeconds(): number {
    const turns = this.#limit.pendingCount / this.#options.concurrency;
    return Math.max(1, Math.ceil((turns * this.#averageTurnMs) / 1000));
  }
}
