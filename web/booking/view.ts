const MOVE_MS = 220;
const MARGIN = 12;
/** Pixels of content that count as seen. */
const ENOUGH = 220;

/**
 * Scrolls `top` to the upper edge of the window unless enough of `content` shows already. Arrives within a
 * quarter of a second, and at once for those who asked for less motion.
 */
export function bringIntoView(top: HTMLElement, content: HTMLElement | null): void {
  const below = window.innerHeight - footHeight();
  if (content && content.getBoundingClientRect().top + ENOUGH <= below) return;
  const from = window.scrollY;
  const distance = top.getBoundingClientRect().top - MARGIN;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    window.scrollTo({ top: from + distance, behavior: 'instant' });
    return;
  }
  const start = performance.now();
  const move = (now: number) => {
    const part = Math.min(1, (now - start) / MOVE_MS);
    window.scrollTo({ top: from + distance * (1 - (1 - part) ** 3), behavior: 'instant' });
    if (part < 1) requestAnimationFrame(move);
  };
  requestAnimationFrame(move);
}

/** What the bar at the foot of the window covers on a phone. */
function footHeight(): number {
  if (matchMedia('(min-width: 60rem)').matches) return 0;
  return document.querySelector('.booking-bar')?.getBoundingClientRect().height ?? 0;
}
