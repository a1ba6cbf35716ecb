import { type RefObject, useEffect } from 'react';

/**
 * Keeps the keyboard where it was: when what had the focus is gone, because its line is done, the line in its place gets
 * the focus: its `data-line-focus`, else what comes first in it. A dialog gives the focus back by itself where it can.
 */
export function useFocusKeeper(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const place = root.current;
    if (!place) return;
    let last: { element: Element; list: Element | null; index: number } | null = null;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('dialog')) return;
      const line = target.closest('li, tr');
      const list = line?.parentElement ?? null;
      last = { element: target, list, index: list && line ? [...list.children].indexOf(line) : 0 };
    };
    const keep = (records: MutationRecord[]) => {
      if (document.activeElement !== document.body) return;
      // A dialog that the address opened has nothing to give the focus back to.
      if (last ? last.element.isConnected : !records.some(removesDialog)) return;
      const lines = last?.list?.isConnected ? [...last.list.children] : [];
      const nearest =
        lines[Math.min(last?.index ?? 0, lines.length - 1)] ?? place.querySelector('.admin-content section');
      const target =
        nearest?.querySelector<HTMLElement>('[data-line-focus]') ??
        nearest?.querySelector<HTMLElement>('a, button, input, summary') ??
        place;
      // The page stays where the admin looks.
      target.focus({ preventScroll: true });
    };
    place.addEventListener('focusin', remember);
    const observer = new MutationObserver(keep);
    observer.observe(place, { childList: true, subtree: true });
    return () => {
      place.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, [root]);
}

function removesDialog({ removedNodes }: MutationRecord): boolean {
  return [...removedNodes].some((node) => node instanceof HTMLDialogElement);
}
