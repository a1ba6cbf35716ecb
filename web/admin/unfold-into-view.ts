import { type RefObject, useEffect } from 'react';

/** Shows what a press unfolds in a dialog, which may be below its edge or behind its foot. */
export function useUnfoldIntoView(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const place = root.current;
    if (!place) return;
    const show = ({ target }: MouseEvent) => {
      const fold = target instanceof Element ? target.closest('dialog summary')?.parentElement : null;
      // The browser unfolds it after the event.
      if (fold)
        requestAnimationFrame(() => fold.hasAttribute('open') && fold.scrollIntoView({ block: 'nearest' }));
    };
    place.addEventListener('click', show);
    return () => place.removeEventListener('click', show);
  }, [root]);
}
