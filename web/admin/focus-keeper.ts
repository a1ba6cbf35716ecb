import { type RefObject, useEffect } from 'react';

const CONTROLS = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary';

const OWN_FOCUS_MS = 100;

/** A focused element and where it was: its ancestors in the dialog, innermost first, each with the child it was in. */
interface Spot {
  element: Element;
  dialog: HTMLDialogElement;
  path: { parent: Element; index: number }[];
}

/**
 * Keeps the keyboard where it was: when the focused element is gone because its line is done, the line that takes its
 * place gets the focus, on its `data-line-focus` or else its first control. In a dialog that stays open, it is whatever
 * took the place of the element. A dialog returns the focus itself if it can.
 */
export function useFocusKeeper(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const place = root.current;
    if (!place) return;
    let last: { element: Element; list: Element | null; index: number } | null = null;
    let spot: Spot | null = null;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const dialog = target.closest('dialog');
      spot = dialog && spotOf(target, dialog);
      if (dialog) return;
      const line = target.closest('li, tr');
      const list = line?.parentElement ?? null;
      last = { element: target, list, index: list && line ? [...list.children].indexOf(line) : 0 };
    };
    const keep = (records: MutationRecord[]) => {
      if (document.activeElement !== document.body) return;
      if (spot?.dialog.isConnected && spot.dialog.open) {
        const lost = spot;
        // A panel may focus its own result first.
        setTimeout(() => {
          if (document.activeElement === document.body && lost.dialog.open && !lost.element.isConnected)
            focusNear(lost);
        }, OWN_FOCUS_MS);
        return;
      }
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

function spotOf(element: Element, dialog: HTMLDialogElement): Spot {
  const path: Spot['path'] = [];
  for (let child = element; child !== dialog && child.parentElement; child = child.parentElement)
    path.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  return { element, dialog, path };
}

/** Focuses the first control at or after the place where the element was, else the dialog's close button. */
function focusNear({ dialog, path }: Spot): void {
  for (const { parent, index } of path) {
    if (!parent.isConnected) continue;
    for (const child of [...parent.children].slice(index)) {
      const control = child.matches(CONTROLS) ? child : child.querySelector(CONTROLS);
      if (!(control instanceof HTMLElement)) continue;
      control.focus();
      // A control that is folded away takes no focus.
      if (document.activeElement === control) return;
    }
  }
  dialog.querySelector('button')?.focus();
}
