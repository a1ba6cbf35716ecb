/** How often something was tried, and until when it has to wait; instants are epoch milliseconds. */
export interface RateLimitState {
  count: number;
  since: number;
  until: number;
}

/** `limit` tries, or so much of what a try weighs, in `window` milliseconds. */
export interface RateLimitRule {
  limit: number;
  window: number;
  /**
   * With waits, the limit is only the beginning: each try from the limit on makes the next wait twice as
   * long, up to the longest, and `window` counts from the last try.
   */
  backoff?: { first: number; longest: number };
}

/**
 * Counts a try at `now`. `wait` is 0 when it may go ahead, else the milliseconds until the next one may;
 * a refused try is not counted, so that waiting always ends.
 */
export function countAttempt(
  rule: RateLimitRule,
  previous: RateLimitState | null,
  now: number,
  weight = 1,
): { state: RateLimitState; waitMs: number } {
  if (previous && now < previous.until) return { state: previous, waitMs: previous.until - now };
  const isNewWindow = !previous || now - previous.since >= rule.window;
  const count = isNewWindow ? weight : previous.count + weight;
  const since = isNewWindow || rule.backoff ? now : previous.since;
  let until = 0;
  if (count >= rule.limit) {
    until = rule.backoff
      ? now + Math.min(rule.backoff.longest, rule.backoff.first * 2 ** (count - rule.limit))
      : since + rule.window;
  }
  return { state: { count, since, until }, waitMs: 0 };
}
