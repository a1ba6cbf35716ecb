import type { ClubDb } from './club-db.ts';

/** More answers than a busy evening asks for; a visitor who counts through dates cannot fill the memory. */
const MOST_ANSWERS = 500;

/**
 * Answers that cannot have changed. Everything is forgotten as soon as anything was committed, by this
 * process or another one, so a stale answer is impossible; between two writes readers cost no query.
 */
export class Memory {
  readonly #club: ClubDb;
  readonly #answers = new Map<string, unknown>();
  #state = '';

  constructor(club: ClubDb) {
    this.#club = club;
  }

  /** The remembered answer of `key`, or `compute()`, which may read the database and nothing else. */
  read<T>(key: string, compute: () => T): T {
    const state = this.#club.state();
    if (state !== this.#state || this.#answers.size >= MOST_ANSWERS) {
      this.#answers.clear();
      this.#state = state;
    }
    const known = this.#answers.get(key);
    if (known !== undefined) return known as T;
    const answer = compute();
    this.#answers.set(key, answer);
    return answer;
  }
}
