/** Work on the same key is done one after the other, in the order it was asked for. */
export class KeyedMutex {
  readonly #tails = new Map<string, Promise<unknown>>();

  runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = (this.#tails.get(key) ?? Promise.resolve()).then(work, work);
    this.#tails.set(key, result);
    const releaseKey = () => {
      if (this.#tails.get(key) === result) this.#tails.delete(key);
    };
    result.then(releaseKey, releaseKey);
    return result;
  }
}
