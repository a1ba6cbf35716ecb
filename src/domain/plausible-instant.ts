/** A clock may be set back by this much, for example by a time server, without invalidating stored instants. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000;

/**
 * False for a stored instant that only a clock running ahead can have written: it is further in the future than
 * `windowMs`, the furthest its writer ever looks ahead.
 */
export function isPlausibleInstant(at: number, now: number, windowMs = 0): boolean {
  return at <= now + windowMs + CLOCK_TOLERANCE_MS;
}

/** The latest plausible instant; SQL deletes or clamps anything later. */
export function latestPlausibleInstant(now: number, windowMs = 0): number {
  return now + windowMs + CLOCK_TOLERANCE_MS;
}
