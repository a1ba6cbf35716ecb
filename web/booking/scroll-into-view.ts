const DURATION_MS = 220;
/** How many pixels of the content must be visible: two rows of slots. */
const VISIBLE_PX = 150;

/**
 * Scrolls as little as needed to show the upper part of `content`, so that the tapped control stays visible.
 * Takes a quarter of a second, or no time with `prefers-reduced-motion`.
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

/** The height that the booking bar covers at the bottom of a phone's window. */
function bottomBarHeight(): number {
  if (matchMedia('(min-width: 60rem)').matches) return 0;
  return document.querySelector('.booking-bar')?.getBoundingClientRect().height ?? 0;
}
