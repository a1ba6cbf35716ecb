/** The longest a finger waits between the two halves of a double tap, and how far apart they land. */
const WAIT_MS = 600;
const NEAR = 40;

let last = { x: 0, y: 0 };

/** Remembers where the last tap was, for `ignoreSecondTap`; returns how to stop. */
export function watchTaps(): () => void {
  const note = ({ clientX, clientY }: MouseEvent) => {
    last = { x: clientX, y: clientY };
  };
  addEventListener('click', note, { capture: true });
  return () => removeEventListener('click', note, { capture: true });
}

/**
 * To be called when a tap changes what is on the screen: its second half must not press whatever stands at
 * that place now, such as another way to pay, or a link in the footer that leaves the site. `any`: the
 * change took its time, so a tap at that place is taken for the second half even if the browser counts anew.
 */
export function ignoreSecondTap(which: 'counted' | 'any'): void {
  const { x, y } = last;
  const swallow = (event: MouseEvent) => {
    // The keyboard's clicks have no place and the count 0; they go where the focus is.
    if (event.detail < (which === 'any' ? 1 : 2)) return;
    if (Math.hypot(event.clientX - x, event.clientY - y) > NEAR) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('click', swallow, { capture: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), WAIT_MS);
}
