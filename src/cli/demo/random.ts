/** Pseudo-random numbers, the same for a given seed on every machine. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to but not including 1 (mulberry32). */
  nextFloat(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** An integer from 0 to `below` - 1. */
  nextInt(below: number): number {
    return Math.floor(this.nextFloat() * below);
  }

  chance(share: number): boolean {
    return this.nextFloat() < share;
  }

  pickOne<T>(list: readonly T[]): T {
    return list[this.nextInt(list.length)] as T;
  }

  /** A random index of `weights`, with probability proportional to its weight. */
  pickWeightedIndex(weights: readonly number[]): number {
    let remaining = this.nextFloat() * weights.reduce((sum, weight) => sum + weight, 0);
    for (const [index, weight] of weights.entries()) {
      remaining -= weight;
      if (remaining < 0) return index;
    }
    return weights.length - 1;
  }
}
