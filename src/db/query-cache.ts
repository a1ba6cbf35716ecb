import type { ClubDb } from './club-db.ts';

/** Enough for a busy evening; the limit keeps a visitor who requests many dates from filling the memory. */
const MAX_ENTRIES = 500;

/**
 * Caches query results until any process commits anything, so that a stale result is impossible and readers
 * need no query between two writes.
 */
export class QueryCache {
  readonly #club: ClubDb;
  readonly #entries = new Map<string, unknown>();
  #dataVersion = '';

  constructor(club: ClubDb) {
    this.#club = club;
  }

  /** Clears the cache. */
  clear(): void {
    this.#entries.clear();
  }

  /** The cached value of `key`, or that of `compute`, which may depend on the database only. */
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
