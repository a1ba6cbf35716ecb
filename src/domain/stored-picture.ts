/** Pixels of a stored picture; a limit for each side would squeeze a long screenshot until nobody can read it. */
const STORED_MAX_PIXELS = 1600 * 1600;

/** By how much a picture is shrunk before it is stored; at most 1. */
export function storedScale(width: number, height: number): number {
  return Math.min(1, Math.sqrt(STORED_MAX_PIXELS / (width * height)));
}
