import type { Transaction } from '../db/club-db.ts';
import { Failure } from '../domain/failure.ts';
import { countTry, type Rule, type Tally } from './tally.ts';

/** More addresses than a busy evening brings; beyond it the ones that wait for nothing are forgotten. */
const MOST_KEYS = 20_000;
/** Forgetting looks at all of them, so it makes room for many at once. */
const KEYS_KEPT = 15_000;

/** A limit kept in memory: it starts anew with the program. */
export class Throttle {
  readonly #rule: Rule;
  readonly #now: () => number;
  readonly #tallies = new Map<string, Tally>();

  constructor(rule: Rule, now: () => number) {
    this.#rule = rule;
    this.#now = now;
  }

  /** Counts a try of `key` and says how many milliseconds it has to wait; 0 when it may go ahead. */
  count(key: string, weight = 1): number {
    const now = this.#now();
    const { tally, wait } = countTry(this.#rule, this.#tallies.get(key) ?? null, now, weight);
    if (wait > 0) return wait;
    if (this.#tallies.size >= MOST_KEYS) this.#forget(now);
    this.#tallies.set(key, tally);
    return 0;
  }

  /** Counts a try of `key`, or throws `rate_limited`. */
  take(key: string): void {
    const wait = this.count(key);
    if (wait > 0) throw tooMany(wait);
  }

  #forget(now: number): void {
    for (const [key, tally] of this.#tallies) {
      if (now >= tally.until && now - tally.since >= this.#rule.window) this.#tallies.delete(key);
    }
    // Still full: somebody commands many addresses. The oldest go first.
    for (const key of this.#tallies.keys()) {
      if (this.#tallies.size <= KEYS_KEPT) break;
      this.#tallies.delete(key);
    }
  }
}

/** A limit kept in the club's file: a restart forgives nothing. */
export class LastingThrottle {
  readonly #name: string;
  readonly #rule: Rule;

  constructor(name: string, rule: Rule) {
    this.#name = name;
    this.#rule = rule;
  }

  /** Counts a try of `key` and says how many milliseconds it has to wait; 0 when it may go ahead. */
  count(tx: Transaction, key: string): number {
    const id = this.#id(key);
    const before = tx.db
      .query<Tally, [string]>('SELECT count, since, until FROM tally WHERE key = ?')
      .get(id);
    const { tally, wait } = countTry(this.#rule, before, tx.now);
    if (wait === 0) {
      tx.db
        .query('INSERT OR REPLACE INTO tally (key, count, since, until, forget_at) VALUES (?, ?, ?, ?, ?)')
        .run(id, tally.count, tally.since, tally.until, Math.max(tally.until, tx.now + this.#rule.window));
    }
    return wait;
  }

  /** Counts a try, or throws `rate_limited`. */
  take(tx: Transaction, key: string): void {
    const wait = this.count(tx, key);
    if (wait > 0) throw tooMany(wait);
  }

  forgive(tx: Transaction, key: string): void {
    tx.db.query('DELETE FROM tally WHERE key = ?').run(this.#id(key));
  }

  /** Emails and addresses are kept as digests only. */
  #id(key: string): string {
    return new Bun.CryptoHasher('sha256').update(`${this.#name}:${key.toLowerCase()}`).digest('hex');
  }
}

export function sweepTallies(tx: Transaction): void {
  tx.db.query('DELETE FROM tally WHERE forget_at <= ?').run(tx.now);
}

/** The refusal of somebody who has to wait `wait` milliseconds. */
export function tooMany(wait: number): Failure {
  const seconds = Math.ceil(wait / 1000);
  const time = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new Failure('rate_limited', `Too many tries. Please wait ${time} and try again.`, {
    retryAfter: seconds,
  });
}
