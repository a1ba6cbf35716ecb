/** A clock may be set back by this much, such as by a time server, without making stored instants invalid. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000;

/**
 * False for a stored instant that only a clock which was ahead can have written: it lies further in the
 * future than `windowMs`, the longest time that its writer ever adds to the present.
 */
export function isPlausibleInstant(at: number, now: number, windowMs = 0): boolean {
  return at <= now + windowMs + CLOCK_TOLERANCE_MS;
}

/** The latest plausible instant: SQL deletes or clamps what lies beyond it. */
export function latestPlausibleInstant(now: number, windowMs = 0): number {
  return now + windowMs + CLOCK_TOLERANCE_MS;
}
