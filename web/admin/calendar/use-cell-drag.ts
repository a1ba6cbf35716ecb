import { type MouseEvent, type PointerEvent, useRef } from 'react';

/**
 * A drag over cells that carry `data-roving-key`. `onStart` is called for the first cell and for a click by keyboard
 * or assistive technology; `onDrag` is called for each later cell with the one before it, because a fast pointer
 * skips cells.
 */
export function useCellDrag(
  onStart: (key: string, isExtended: boolean) => void,
  onDrag: (from: string, to: string) => void,
) {
  const last = useRef<string | null>(null);
  const end = () => {
    last.current = null;
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const key = keyAt(event.currentTarget, event.target as Element);
      if (!key || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      last.current = key;
      onStart(key, event.shiftKey);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!last.current) return;
      const key = keyAt(event.currentTarget, document.elementFromPoint(event.clientX, event.clientY));
      if (!key || key === last.current) return;
      onDrag(last.current, key);
      last.current = key;
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClick(event: MouseEvent<HTMLElement>) {
      const key = event.detail === 0 ? keyAt(event.currentTarget, event.target as Element) : undefined;
      if (key) onStart(key, false);
    },
  };
}

function keyAt(grid: HTMLElement, element: Element | null): string | undefined {
  const cell = element?.closest<HTMLElement>('[data-roving-key]');
  return cell && grid.contains(cell) ? cell.dataset.rovingKey : undefined;
}
