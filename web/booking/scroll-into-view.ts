const DURATION_MS = 220;
/** Pixels of the content that count as seen: two rows of half-hours. */
const VISIBLE_PX = 150;

/**
 * Scrolls just as far as it takes to see the upper part of `content`, so that what was tapped stays in
 * sight. Arrives within a quarter of a second, and at once for those who asked for less motion.
 */
export function scrollIntoView(content: Element | null): void {
  const visibleBottom = window.innerHeight - bottomBarHeight();
  const distance = (content?.getBoundingClientRect().top ?? 0) + VISIBLE_PX - visibleBottom;
  if (distance <= 0) return;
  const from = window.scrollY;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    window.scrollTo({ top: from + distance, behavior: 'instant' });
    return;
  }
  const start = performance.now();
  const move = (now: number) => {
    const progress = Math.min(1, (now - start) / DURATION_MS);
    window.scrollTo({ top: from + distance * (1 - (1 - progress) ** 3), behavior: 'instant' });
    if (progress < 1) requestAnimationFrame(move);
  };
  requestAnimationFrame(move);
}

/** What the bar at the foot of the window covers on a phone. */
function bottomBarHeight(): number {
  if (matchMedia('(min-width: 60rem)').matches) return 0;
  return document.querySelector('.booking-bar')?.getBoundingClientRect().height ?? 0;
}
