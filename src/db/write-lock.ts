import type { Database } from 'bun:sqlite';

/** How long a process that holds the lock for one commit lets the others ahead before its next one. */
const TURN_MS = 4;
/** Another process counts as writing for this long after it held the lock. */
const CONTENTION_MS = 250;

/**
 * Takes turns at the write lock with the other processes of the same file. SQLite's busy handler sleeps up to
 * 100 ms between two tries and blocks the process meanwhile; these tries are a few milliseconds apart, at random
 * so that two processes do not keep in step, and requests are answered between them.
 */
export class WriteLock {
  readonly #begin;
  readonly #neverWait;
  readonly #waitAgain;
  readonly #timeoutMs: number;
  /** When the first try of the present wait was made; null while none waits. */
  #waitingSince: number | null = null;
  #contendedAt = -Infinity;

  constructor(db: Database) {
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#timeoutMs = db.prepare<{ timeout: number }, []>('PRAGMA busy_timeout').get()?.timeout ?? 0;
    this.#neverWait = db.prepare('PRAGMA busy_timeout = 0');
    this.#waitAgain = db.prepare(`PRAGMA busy_timeout = ${this.#timeoutMs}`);
  }

  /**
   * Begins a transaction. Returns false when another process holds the lock: the caller tries again after
   * `delayMs()`. Throws SQLite's error when it has waited as long as the connection's busy timeout.
   */
  tryBegin(): boolean {
    this.#neverWait.run();
    try {
      this.#begin.run();
      this.#waitingSince = null;
      return true;
    } catch (error) {
      if (!String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) throw error;
      const now = performance.now();
      this.#contendedAt = now;
      this.#waitingSince ??= now;
      if (now - this.#waitingSince < this.#timeoutMs) return false;
      this.#waitingSince = null;
      throw error;
    } finally {
      this.#waitAgain.run();
    }
  }

  /** Milliseconds until the next try. */
  delayMs(): number {
    return 1 + Math.random() * 2;
  }

  /** Milliseconds between a commit and the next transaction; 0 while no other process writes. */
  turnMs(): number {
    return performance.now() - this.#contendedAt < CONTENTION_MS ? TURN_MS : 0;
  }
}
