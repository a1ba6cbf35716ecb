import type { Transaction } from '../db/club-db.ts';
import { Failure } from '../domain/failure.ts';
import { countAttempt, type RateLimitRule, type RateLimitState } from './rate-limit-rule.ts';

/** More addresses than a busy evening brings; beyond it the ones that wait for nothing are forgotten. */
const MAX_KEYS = 20_000;
/** Forgetting looks at all of them, so it makes room for many at once. */
const KEYS_AFTER_EVICTION = 15_000;

/** A limit kept in memory: it starts anew with the program. */
export class RateLimiter {
  readonly #rule: RateLimitRule;
  readonly #now: () => number;
  readonly #states = new Map<string, RateLimitState>();

  constructor(rule: RateLimitRule, now: () => number) {
    this.#rule = rule;
    this.#now = now;
  }

  /** Counts a try of `key` and says how many milliseconds it has to wait; 0 when it may go ahead. */
  tryConsume(key: string, weight = 1): number {
    const now = this.#now();
    const { state, waitMs } = countAttempt(this.#rule, this.#states.get(key) ?? null, now, weight);
    if (waitMs > 0) return waitMs;
    if (this.#states.size >= MAX_KEYS) this.#evict(now);
    this.#states.set(key, state);
    return 0;
  }

  /** Counts a try of `key`, or throws `rate_limited`. */
  consume(key: string): void {
    const waitMs = this.tryConsume(key);
    if (waitMs > 0) throw rateLimitedFailure(waitMs);
  }

  #evict(now: number): void {
    for (const [key, state] of this.#states) {
      if (now >= state.until && now - state.since >= this.#rule.window) this.#states.delete(key);
    }
    // Still full: somebody commands many addresses. The oldest go first.
    for (const key of this.#states.keys()) {
      if (this.#states.size <= KEYS_AFTER_EVICTION) break;
      this.#states.delete(key);
    }
  }
}

/** A limit kept in the club's file: a restart forgives nothing. */
export class PersistentRateLimiter {
  readonly #scope: string;
  readonly #rule: RateLimitRule;

  constructor(name: string, rule: RateLimitRule) {
    this.#scope = name;
    this.#rule = rule;
  }

  /** Counts a try of `key` and says how many milliseconds it has to wait; 0 when it may go ahead. */
  tryConsume(tx: Transaction, key: string): number {
    const keyHash = this.#hashKey(key);
    const previous = tx.db
      .query<RateLimitState, [string]>('SELECT count, since, until FROM tally WHERE key = ?')
      .get(keyHash);
    const { state, waitMs } = countAttempt(this.#rule, previous, tx.now);
    if (waitMs === 0) {
      tx.db
        .query('INSERT OR REPLACE INTO tally (key, count, since, until, forget_at) VALUES (?, ?, ?, ?, ?)')
        .run(
          keyHash,
          state.count,
          state.since,
          state.until,
          Math.max(state.until, tx.now + this.#rule.window),
        );
    }
    return waitMs;
  }

  /** Counts a try, or throws `rate_limited`. */
  consume(tx: Transaction, key: string): void {
    const waitMs = this.tryConsume(tx, key);
    if (waitMs > 0) throw rateLimitedFailure(waitMs);
  }

  reset(tx: Transaction, key: string): void {
    tx.db.query('DELETE FROM tally WHERE key = ?').run(this.#hashKey(key));
  }

  /** Emails and addresses are kept as digests only. */
  #hashKey(key: string): string {
    return new Bun.CryptoHasher('sha256').update(`${this.#scope}:${key.toLowerCase()}`).digest('hex');
  }
}

export function deleteExpiredRateLimits(tx: Transaction): void {
  tx.db.query('DELETE FROM tally WHERE forget_at <= ?').run(tx.now);
}

/** The refusal of somebody who has to wait `wait` milliseconds. */
export function rateLimitedFailure(waitMs: number): Failure {
  const seconds = Math.ceil(waitMs / 1000);
  const waitText = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new Failure('rate_limited', `Too many tries. Please wait ${waitText} and try again.`, {
    retryAfter: seconds,
  });
}
