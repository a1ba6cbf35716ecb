import { Failure } from '../domain/failure.ts';

/** How much heavy work is done at one time, and how much of it may wait. */
export interface TurnRules {
  atOnce: number;
  /** Milliseconds between two pieces of work of a crowd, so that everybody else finds a processor. */
  breath: number;
  mostWaiting: number;
  /** Milliseconds one piece takes, until that has been measured. */
  usual: number;
}

/** Heavy work takes turns. Who finds the queue full is told how long it is. */
export class Turns {
  readonly #rules: TurnRules;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  /** Milliseconds from one turn to the next, the latest ones counting most. */
  #turn: number;

  constructor(rules: TurnRules) {
    this.#rules = rules;
    this.#turn = rules.usual + rules.breath;
  }

  /** Seconds until all that waits now has had its turn. */
  get queueSeconds(): number {
    return Math.max(1, Math.ceil((this.#waiting.length / this.#rules.atOnce) * (this.#turn / 1000)));
  }

  /** Throws `unavailable`, with the time the queue takes, when too many wait. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const { atOnce, breath, mostWaiting } = this.#rules;
    if (this.#running >= atOnce) {
      if (this.#waiting.length >= mostWaiting) {
        const sentence = 'Very many people are signing in right now. Please try again in a moment.';
        throw new Failure('unavailable', sentence, { retryAfter: this.queueSeconds });
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running += 1;
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.#turn += (performance.now() - began + breath - this.#turn) / 8;
      const next = this.#waiting.shift();
      if (next) setTimeout(next, breath);
      else this.#running -= 1;
    }
  }
}
