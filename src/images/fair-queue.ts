interface WaitingTurn {
  rank: number;
  start: () => void;
}

/**
 * Runs one piece of work at a time. Work goes first whose keys (a sender, a booking) have the least
 * unfinished work, so that a sender with many pieces delays only itself.
 */
export class FairQueue {
  readonly #waiting: WaitingTurn[] = [];
  readonly #unfinished = new Map<string, number>();
  #busy = false;

  /** Rejects with the signal's reason when it aborts before the work's turn has come. */
  async run<T>(keys: readonly string[], work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const rank = Math.max(0, ...keys.map((key) => this.#unfinished.get(key) ?? 0));
    for (const key of keys) this.#unfinished.set(key, (this.#unfinished.get(key) ?? 0) + 1);
    try {
      await this.#waitForTurn(rank, signal);
      try {
        return await work();
      } finally {
        this.#busy = false;
        this.#waiting.shift()?.start();
      }
    } finally {
      for (const key of keys) {
        const left = (this.#unfinished.get(key) ?? 1) - 1;
        if (left > 0) this.#unfinished.set(key, left);
        else this.#unfinished.delete(key);
      }
    }
  }

  #waitForTurn(rank: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (!this.#busy) {
      this.#busy = true;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const turn: WaitingTurn = {
        rank,
        start: () => {
          this.#busy = true;
          resolve();
        },
      };
      const position = this.#waiting.findIndex((other) => other.rank > rank);
      this.#waiting.splice(position < 0 ? this.#waiting.length : position, 0, turn);
      signal?.addEventListener('abort', () => {
        const index = this.#waiting.indexOf(turn);
        if (index < 0) return;
        this.#waiting.splice(index, 1);
        reject(signal.reason);
      });
    });
  }
}
