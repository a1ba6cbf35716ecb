import type { Page } from 'playwright';

/**
 * Visible texts that are cut: beyond the edge of something that hides its overflow, or of a window that doesn't
 * scroll sideways. What one can scroll to is not cut, and neither is what only screen readers get.
 */
export async function findCutText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Rounding, and the side bearing of a slanted letter. */
    const TOLERANCE = 2;
    const cut: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const parent = text.parentElement;
      if (!parent || !text.data.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue;
      if (parent.closest('script, style, noscript, option, textarea, [aria-hidden="true"]')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
      const left = Math.min(...rects.map((rect) => rect.left));
      const right = Math.max(...rects.map((rect) => rect.right));
      const top = Math.min(...rects.map((rect) => rect.top));
      const bottom = Math.max(...rects.map((rect) => rect.bottom));
      if (rects.length === 0) continue;
      const report = (by: string, pixels: number) =>
        cut.push(`“${text.data.trim().slice(0, 40)}” by ${by}, ${Math.round(pixels)} px`);
      let at: Element | null = parent;
      let isDone = false;
      for (; at && !isDone; at = at.parentElement) {
        const { overflowX, overflowY, clipPath, position, display } = getComputedStyle(at);
        const box = at.getBoundingClientRect();
        if (clipPath !== 'none' || (box.width <= 1 && box.height <= 1)) isDone = true;
        else if (/auto|scroll/.test(overflowX + overflowY)) isDone = true;
        else if (display !== 'inline' && at !== document.body && at !== document.documentElement) {
          const name = `${at.tagName.toLowerCase()}.${at.className}`;
          const beside = Math.max(box.left - left, right - box.right);
          const below = Math.max(box.top - top, bottom - box.bottom);
          // A line box is higher than its letters.
          if (/hidden|clip/.test(overflowX) && beside > TOLERANCE) report(name, beside);
          else if (/hidden|clip/.test(overflowY) && below > parseFloat(getComputedStyle(parent).fontSize) / 3)
            report(name, below);
        }
        if (position === 'fixed') break;
      }
      // A skip link waits outside the window.
      const outside = right < 0 || left > innerWidth ? 0 : Math.max(-left, right - innerWidth);
      if (!isDone && outside > TOLERANCE) report('the window', outside);
      // The rectangles of a text with an ellipsis end before it.
      const { textOverflow } = getComputedStyle(parent);
      const beyond = parent.scrollWidth - parent.clientWidth;
      if (textOverflow === 'ellipsis' && beyond > TOLERANCE) report('an ellipsis', beyond);
    }
    return [...new Set(cut)];
  });
}
