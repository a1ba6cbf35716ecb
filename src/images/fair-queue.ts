import { Failure } from '../domain/failure.ts';

/**
 * Whose work it is: a sender, a network, a booking. A key with factor 4 may have four times as much unfinished work.
 */
export interface TurnKey {
  key: string;
  factor: number;
}

export interface FairQueueOptions {
  /** How many pieces run at a time. */
  concurrency: number;
  /** Milliseconds to rest before work that had to wait, so that other requests find a processor free. */
  pauseMs?: number;
  /** How many pieces may wait; beyond that, the last in line is refused with `fullMessage`. */
  maxWaiting?: number;
  fullMessage?: string;
  /** Milliseconds that a piece takes, until the queue has measured it. */
  expectedMs?: number;
}

interface WaitingTurn {
  rank: number;
  start: () => void;
  refuse: (failure: Failure) => void;
}

/**
 * Runs heavy work a few pieces at a time, starting with whichever keys have the least unfinished work. A sender with
 * many pieces thus delays only itself, and fills only its own part of the queue.
 */
export class FairQueue {
  readonly #options: Required<FairQueueOptions>;
  readonly #waiting: WaitingTurn[] = [];
  readonly #unfinished = new Map<string, number>();
  #running = 0;
  /** Moving average of the milliseconds between two starts at the same place. */
  #averageTurnMs: number;

  constructor(options: FairQueueOptions) {
    this.#options = {
      pauseMs: 0,
      maxWaiting: Number.POSITIVE_INFINITY,
      expectedMs: 0,
      fullMessage: 'The server is too busy right now. Please try again in a moment.',
      ...options,
    };
    this.#averageTurnMs = this.#options.expectedMs + this.#options.pauseMs;
  }

  /** Rejects with the signal's reason if it aborts before its turn, and with `unavailable` if the queue is full. */
  async run<T>(keys: readonly TurnKey[], work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const ranks = keys.map(({ key, factor }) => Math.floor((this.#unfinished.get(key) ?? 0) / factor));
    for (const { key } of keys) this.#unfinished.set(key, (this.#unfinished.get(key) ?? 0) + 1);
    try {
      await this.#waitForTurn(Math.max(0, ...ranks), signal);
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        const turnMs = performance.now() - startedAt + this.#options.pauseMs;
        this.#averageTurnMs += (turnMs - this.#averageTurnMs) / 8;
        this.#running -= 1;
        this.#waiting.shift()?.start();
      }
    } finally {
      for (const { key } of keys) {
        const left = (this.#unfinished.get(key) ?? 1) - 1;
        if (left > 0) this.#unfinished.set(key, left);
        else this.#unfinished.delete(key);
      }
    }
  }

  async #waitForTurn(rank: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.#running < this.#options.concurrency) {
      this.#running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const turn: WaitingTurn = {
        rank,
        start: () => {
          this.#running += 1;
          resolve();
        },
        refuse: reject,
      };
      const position = this.#waiting.findIndex((other) => other.rank > rank);
      this.#waiting.splice(position < 0 ? this.#waiting.length : position, 0, turn);
      if (this.#waiting.length > this.#options.maxWaiting) this.#waiting.pop()?.refuse(this.#fullFailure());
      signal?.addEventListener('abort', () => {
        const index = this.#waiting.indexOf(turn);
        if (index < 0) return;
        this.#waiting.splice(index, 1);
        reject(signal.reason);
      });
    });
    if (this.#options.pauseMs > 0) await Bun.sleep(this.#options.pauseMs);
  }

  #fullFailure(): Failure {
    const turns = this.#waiting.length / this.#options.concurrency;
    const retryAfter = Math.max(1, Math.ceil((turns * this.#averageTurnMs) / 1000));
    return new Failure('unavailable', this.#options.fullMessage, { retryAfter });
  }
}
