const MOVE_MS = 220;
/** Pixels of the content that count as seen: two rows of half-hours. */
const ENOUGH = 150;

/**
 * Scrolls just as far as it takes to see the upper part of `content`, so that what was tapped stays in
 * sight. Arrives within a quarter of a second, and at once for those who asked for less motion.
 */
export function bringIntoView(content: Element | null): void {
  const lowest = window.innerHeight - footHeight();
  const distance = (content?.getBoundingClientRect().top ?? 0) + ENOUGH - lowest;
  if (distance <= 0) return;
  const from = window.scrollY;
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
