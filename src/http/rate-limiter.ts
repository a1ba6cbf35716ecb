import type { Transaction } from '../db/club-db.ts';
import { Failure } from '../domain/failure.ts';
import { isPlausibleInstant } from '../domain/plausible-instant.ts';
import { networkKeys } from './client-ip.ts';

/** `limit` attempts, or their total weight, per `window` milliseconds. */
export interface RateLimitRule {
  limit: number;
  window: number;
  /**
   * With backoff, each attempt beyond the limit doubles the wait, up to `max`; `window` counts from the last attempt.
   */
  backoff?: { initial: number; max: number };
}

/** What is stored for a key; instants are epoch milliseconds. */
export interface RateLimitState {
  count: number;
  since: number;
  until: number;
}

/**
 * Counts an attempt at `now`. `waitMs` is 0 if it is allowed. A refused attempt isn't counted, so every wait ends. A
 * state written by a clock that ran ahead is ignored.
 */
export function countAttempt(
  rule: RateLimitRule,
  stored: RateLimitState | null,
  now: number,
  weight = 1,
): { state: RateLimitState; waitMs: number } {
  const previous = stored && isPlausibleState(rule, stored, now) ? stored : null;
  if (previous && now < previous.until) return { state: previous, waitMs: previous.until - now };
  const isNewWindow = !previous || now - previous.since >= rule.window;
  const count = isNewWindow ? weight : previous.count + weight;
  const since = isNewWindow || rule.backoff ? now : previous.since;
  let until = 0;
  if (count >= rule.limit) {
    until = rule.backoff
      ? now + Math.min(rule.backoff.max, rule.backoff.initial * 2 ** (count - rule.limit))
      : since + rule.window;
  }
  return { state: { count, since, until }, waitMs: 0 };
}

function isPlausibleState(rule: RateLimitRule, state: RateLimitState, now: number): boolean {
  const longestWait = rule.backoff?.max ?? rule.window;
  return isPlausibleInstant(state.since, now) && isPlausibleInstant(state.until, now, longestWait);
}

/** Counts an attempt for each network of `key`, or for none if one of them has to wait. */
function countNetworks(
  rule: RateLimitRule,
  key: string,
  find: (key: string) => RateLimitState | null,
  now: number,
  weight: number,
): { states: [key: string, state: RateLimitState][]; waitMs: number } {
  const states: [string, RateLimitState][] = [];
  let longestWait = 0;
  for (const network of networkKeys(key)) {
    const networkRule = { ...rule, limit: rule.limit * network.factor };
    const { state, waitMs } = countAttempt(networkRule, find(network.key), now, weight);
    states.push([network.key, state]);
    longestWait = Math.max(longestWait, waitMs);
  }
  return { states, waitMs: longestWait };
}

/** More keys than a busy evening needs; beyond that, keys with no wait are removed. */
const MAX_KEYS = 20_000;
/** Eviction reads all keys, so it makes room for many at once. */
const KEYS_AFTER_EVICTION = 15_000;

/** A limit in memory; restarting resets it. */
export class RateLimiter {
  readonly #rule: RateLimitRule;
  readonly #now: () => number;
  readonly #states = new Map<string, RateLimitState>();

  constructor(rule: RateLimitRule, now: () => number) {
    this.#rule = rule;
    this.#now = now;
  }

  /** Counts an attempt by `key`, an IP address or any other text; returns the milliseconds to wait, 0 if allowed. */
  tryConsume(key: string, weight = 1): number {
    const now = this.#now();
    const find = (networkKey: string) => this.#states.get(networkKey) ?? null;
    const { states, waitMs } = countNetworks(this.#rule, key, find, now, weight);
    if (waitMs > 0) return waitMs;
    if (this.#states.size >= MAX_KEYS) this.#evict(now);
    for (const [networkKey, state] of states) this.#states.set(networkKey, state);
    return 0;
  }

  /** Counts an attempt, or throws `rate_limited`. */
  consume(key: string): void {
    const waitMs = this.tryConsume(key);
    if (waitMs > 0) throw rateLimitedFailure(waitMs);
  }

  /** Throws `rate_limited` while `key` has to wait; counts nothing. */
  assertAllowed(key: string): void {
    const find = (networkKey: string) => this.#states.get(networkKey) ?? null;
    const { waitMs } = countNetworks(this.#rule, key, find, this.#now(), 0);
    if (waitMs > 0) throw rateLimitedFailure(waitMs);
  }

  #evict(now: number): void {
    for (const [key, state] of this.#states) {
      if (now >= state.until && now - state.since >= this.#rule.window) this.#states.delete(key);
    }
    // An attacker with many addresses can still fill the map, so the oldest keys go.
    for (const key of this.#states.keys()) {
      if (this.#states.size <= KEYS_AFTER_EVICTION) break;
      this.#states.delete(key);
    }
  }
}

/** A limit in the database: survives a restart, and a rolled-back transaction counts nothing. */
export class PersistentRateLimiter {
  readonly #scope: string;
  readonly #rule: RateLimitRule;

  constructor(scope: string, rule: RateLimitRule) {
    this.#scope = scope;
    this.#rule = rule;
  }

  /** Counts an attempt by `key`, an IP address or any other text; returns the milliseconds to wait, 0 if allowed. */
  tryConsume(tx: Transaction, key: string, weight = 1): number {
    const select = tx.db.query<RateLimitState, [string]>(
      'SELECT count, since, until FROM rate_limit WHERE key = ?',
    );
    const find = (networkKey: string) => select.get(this.#hashKey(networkKey));
    const { states, waitMs } = countNetworks(this.#rule, key, find, tx.now, weight);
    if (waitMs > 0) return waitMs;
    const upsert = tx.db.query(
      'INSERT OR REPLACE INTO rate_limit (key, count, since, until, forget_at) VALUES (?, ?, ?, ?, ?)',
    );
    for (const [networkKey, { count, since, until }] of states) {
      upsert.run(this.#hashKey(networkKey), count, since, until, Math.max(until, tx.now + this.#rule.window));
    }
    return 0;
  }

  /** Counts an attempt, or throws `rate_limited`. */
  consume(tx: Transaction, key: string): void {
    const waitMs = this.tryConsume(tx, key);
    if (waitMs > 0) throw rateLimitedFailure(waitMs);
  }

  reset(tx: Transaction, key: string): void {
    for (const network of networkKeys(key))
      tx.db.query('DELETE FROM rate_limit WHERE key = ?').run(this.#hashKey(network.key));
  }

  /** The database stores emails and addresses only as digests. */
  #hashKey(key: string): string {
    return new Bun.CryptoHasher('sha256').update(`${this.#scope}:${key.toLowerCase()}`).digest('hex');
  }
}

export function deleteExpiredRateLimits(tx: Transaction): void {
  tx.db.query('DELETE FROM rate_limit WHERE forget_at <= ?').run(tx.now);
}

export function rateLimitedFailure(waitMs: number): Failure {
  const seconds = Math.ceil(waitMs / 1000);
  const minutes = Math.ceil(seconds / 60);
  const waitText =
    seconds < 90
      ? `${seconds} seconds`
      : minutes < 90
        ? `${minutes} minutes`
        : `${Math.ceil(minutes / 60)} hours`;
  return new Failure('rate_limited', `Too many tries. Please wait ${waitText} and try again.`, {
    retryAfter: seconds,
  });
}
