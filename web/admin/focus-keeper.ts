import { type RefObject, useEffect } from 'react';

/**
 * Keeps the keyboard where it was: when the focused element is gone because its line is done, the line that takes its
 * place gets the focus, on its `data-line-focus` or else its first control. A dialog returns the focus itself if it
 * can.
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
      // A dialog opened by the address has nothing to return the focus to.
      if (last ? last.element.isConnected : !records.some(removesDialog)) return;
      const lines = last?.list?.isConnected ? [...last.list.children] : [];
      const nearest =
        lines[Math.min(last?.index ?? 0, lines.length - 1)] ?? place.querySelector('.admin-content section');
      const target =
        nearest?.querySelector<HTMLElement>('[data-line-focus]') ??
        nearest?.querySelector<HTMLElement>('a, button, input, summary') ??
        place;
      // The page stays where the admin is looking.
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
