/** The longest time and distance between the two taps of a double tap. */
export const DOUBLE_TAP_MS = 600;
const MAX_DISTANCE_PX = 40;

let lastTap = { x: 0, y: 0 };

/** Records the position of the last tap for `ignoreSecondTap`; returns the function that stops it. */
export function trackLastTap(): () => void {
  const rememberTap = ({ clientX, clientY }: MouseEvent) => {
    lastTap = { x: clientX, y: clientY };
  };
  addEventListener('click', rememberTap, { capture: true });
  return () => removeEventListener('click', rememberTap, { capture: true });
}

/**
 * Call it when a tap changes the page, so that the second tap of a double tap does not activate the element
 * that is now at that place. `counted` ignores what the browser counts as a second click; `any` ignores every
 * click there, for changes that took longer.
 */
export function ignoreSecondTap(which: 'counted' | 'any'): void {
  const { x, y } = lastTap;
  const suppressClick = (event: MouseEvent) => {
    // Clicks by keyboard have the count 0.
    if (event.detail < (which === 'any' ? 1 : 2)) return;
    if (Math.hypot(event.clientX - x, event.clientY - y) > MAX_DISTANCE_PX) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('click', suppressClick, { capture: true });
  setTimeout(() => removeEventListener('click', suppressClick, { capture: true }), DOUBLE_TAP_MS);
}
