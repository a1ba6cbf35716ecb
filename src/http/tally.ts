/** How often something was tried, and until when it has to wait; instants are epoch milliseconds. */
export interface Tally {
  count: number;
  since: number;
  until: number;
}

/** `limit` tries, or so much of what a try weighs, in `window` milliseconds. */
export interface Rule {
  limit: number;
  window: number;
  /**
   * With waits, the limit is only the beginning: each try from the limit on makes the next wait twice as
   * long, up to the longest, and `window` counts from the last try.
   */
  waits?: { first: number; longest: number };
}

/**
 * Counts a try at `now`. `wait` is 0 when it may go ahead, else the milliseconds until the next one may;
 * a refused try is not counted, so that waiting always ends.
 */
export function countTry(
  rule: Rule,
  before: Tally | null,
  now: number,
  weight = 1,
): { tally: Tally; wait: number } {
  if (before && now < before.until) return { tally: before, wait: before.until - now };
  const fresh = !before || now - before.since >= rule.window;
  const count = fresh ? weight : before.count + weight;
  const since = fresh || rule.waits ? now : before.since;
  let until = 0;
  if (count >= rule.limit) {
    until = rule.waits
      ? now + Math.min(rule.waits.longest, rule.waits.first * 2 ** (count - rule.limit))
      : since + rule.window;
  }
  return { tally: { count, since, until }, wait: 0 };
}
