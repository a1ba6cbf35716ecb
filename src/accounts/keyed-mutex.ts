import pLimit, { type LimitFunction } from 'p-limit';

/** Runs tasks with the same key one after another. */
export class KeyedMutex {
  readonly #locks = new Map<string, LimitFunction>();

  async runExclusive<T>(key: string, task: () => Promise<T>): Promise<T> {
    const lock = this.#locks.get(key) ?? pLimit(1);
    this.#locks.set(key, lock);
    try {
      return await lock(task);
    } finally {
      if (lock.activeCount + lock.pendingCount === 0) this.#locks.delete(key);
    }
  }
}
