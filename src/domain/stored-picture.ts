/** A total rather than a limit per side, which would shrink a long screenshot until nobody can read it. */
const STORED_MAX_PIXELS = 1600 * 1600;

/** The factor by which to shrink an image before storing it; at most 1. */
export function storedScale(width: number, height: number): number {
  return Math.min(1, Math.sqrt(STORED_MAX_PIXELS / (width * height)));
}
