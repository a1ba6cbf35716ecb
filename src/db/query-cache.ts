import type { ClubDb } from './club-db.ts';

/** More answers than a busy evening asks for; a visitor who counts through dates cannot fill the memory. */
const MAX_ENTRIES = 500;

/**
 * Answers that cannot have changed. Everything is forgotten as soon as anything was committed, by this
 * process or another one, so a stale answer is impossible; between two writes readers cost no query.
 */
export class QueryCache {
  readonly #club: ClubDb;
  readonly #entries = new Map<string, unknown>();
  #dataVersion = '';

  constructor(club: ClubDb) {
    this.#club = club;
  }

  /** Forgets everything. */
  clear(): void {
    this.#entries.clear();
  }

  /** The remembered answer of `key`, or `compute()`, which may read the database and nothing else. */
  getOrCompute<T>(key: string, compute: () => T): T {
    const dataVersion = this.#club.dataVersion();
    if (dataVersion !== this.#dataVersion || this.#entries.size >= MAX_ENTRIES) {
      this.#entries.clear();
      this.#dataVersion = dataVersion;
    }
    const cached = this.#entries.get(key);
    if (cached !== undefined) return cached as T;
    const value = compute();
    this.#entries.set(key, value);
    return value;
  }
}
