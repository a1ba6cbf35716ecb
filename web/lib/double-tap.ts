/** The longest a finger waits between the two halves of a double tap, and how far apart they land. */
const DOUBLE_TAP_MS = 600;
const MAX_DISTANCE_PX = 40;

let lastTap = { x: 0, y: 0 };

/** Remembers where the last tap was, for `ignoreSecondTap`; returns how to stop. */
export function trackLastTap(): () => void {
  const rememberTap = ({ clientX, clientY }: MouseEvent) => {
    lastTap = { x: clientX, y: clientY };
  };
  addEventListener('click', rememberTap, { capture: true });
  return () => removeEventListener('click', rememberTap, { capture: true });
}

/**
 * To be called when a tap changes what is on the screen: its second half must not press whatever stands at
 * that place now, such as another way to pay, or a link in the footer that leaves the site. `any`: the
 * change took its time, so a tap at that place is taken for the second half even if the browser counts anew.
 */
export function ignoreSecondTap(which: 'counted' | 'any'): void {
  const { x, y } = lastTap;
  const suppressClick = (event: MouseEvent) => {
    // The keyboard's clicks have no place and the count 0; they go where the focus is.
    if (event.detail < (which === 'any' ? 1 : 2)) return;
    if (Math.hypot(event.clientX - x, event.clientY - y) > MAX_DISTANCE_PX) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('click', suppressClick, { capture: true });
  setTimeout(() => removeEventListener('click', suppressClick, { capture: true }), DOUBLE_TAP_MS);
}
