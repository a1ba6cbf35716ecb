/** The longest time and distance between the two taps of a double tap. */
export const DOUBLE_TAP_MS = 600;
const MAX_DISTANCE_PX = 40;

let lastTap = { x: 0, y: 0 };

/** Records where the last tap was, for `ignoreSecondTap`; returns a function that stops it. */
export function trackLastTap(): () => void {
  const rememberTap = ({ clientX, clientY }: MouseEvent) => {
    lastTap = { x: clientX, y: clientY };
  };
  addEventListener('click', rememberTap, { capture: true });
  return () => removeEventListener('click', rememberTap, { capture: true });
}

/**
 * Call this when a tap changes the page, so that the second tap of a double tap doesn't activate whatever is there
 * now. `counted` ignores what the browser counts as a second click; `any` ignores every click there, for changes that
 * took longer.
 */
export function ignoreSecondTap(which: 'counted' | 'any'): void {
  const { x, y } = lastTap;
  const suppressClick = (event: MouseEvent) => {
    // Keyboard clicks have a count of 0.
    if (event.detail < (which === 'any' ? 1 : 2)) return;
    if (Math.hypot(event.clientX - x, event.clientY - y) > MAX_DISTANCE_PX) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('click', suppressClick, { capture: true });
  setTimeout(() => removeEventListener('click', suppressClick, { capture: true }), DOUBLE_TAP_MS);
}
