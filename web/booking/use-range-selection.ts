import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { selectRange, toggleSlot } from '../../src/domain/slot-selection.ts';

/**
 * A tap toggles one half-hour; Shift and a tap, Shift and an arrow, or a drag take a range from where it
 * began. Slots carry `data-hour`. What was chosen before a range began stays chosen while it moves.
 */
export function useRangeSelection(
  hours: readonly number[],
  free: ReadonlySet<number>,
  onSelect: (hours: readonly number[]) => void,
) {
  const range = useRef<{ anchor: number; before: readonly number[]; end: number } | null>(null);
  const drag = useRef<{ from: number; moved: boolean } | null>(null);

  const extendTo = (anchor: number, before: readonly number[], to: number) => {
    const run = selectRange(anchor, to, free);
    if (run.length === 0) return null;
    const end = run[0] === anchor ? (run.at(-1) ?? anchor) : (run[0] ?? anchor);
    range.current = { anchor, before, end };
    onSelect([...before, ...run]);
    return end;
  };

  /** From the half-hour that has the focus to the next one; answers where the range ends now. */
  const extend = (from: number, to: number): number | null => {
    const lastRange = range.current;
    if (lastRange && lastRange.end === from) return extendTo(lastRange.anchor, lastRange.before, to);
    return extendTo(from, hours, to);
  };

  const events = {
    onClick(event: MouseEvent<HTMLElement>) {
      const hour = hourAt(event.target);
      // A drag ends in a click; the keyboard's clicks (detail 0) never end one.
      const dragged = event.detail > 0 && drag.current?.moved === true;
      drag.current = null;
      if (dragged || hour === null || !free.has(hour)) return;
      const lastRange = range.current;
      if (event.shiftKey && lastRange) {
        extendTo(lastRange.anchor, lastRange.before, hour);
        return;
      }
      const next = toggleSlot(hours, hour);
      range.current = { anchor: hour, before: next, end: hour };
      onSelect(next);
    },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const hour = hourAt(event.target);
      const canStart = event.button === 0 && !event.shiftKey && hour !== null && free.has(hour);
      drag.current = canStart ? { from: hour, moved: false } : null;
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const currentDrag = drag.current;
      if (!currentDrag || event.buttons === 0) return;
      const hour = hourAt(document.elementFromPoint(event.clientX, event.clientY));
      if (hour === null || (!currentDrag.moved && hour === currentDrag.from)) return;
      const before = currentDrag.moved ? (range.current?.before ?? hours) : hours;
      currentDrag.moved = true;
      extendTo(currentDrag.from, before, hour);
    },
    onPointerCancel() {
      drag.current = null;
    },
  };
  return { events, extend };
}

function hourAt(target: EventTarget | null): number | null {
  const slot = target instanceof Element ? target.closest<HTMLElement>('[data-hour]') : null;
  return slot ? Number(slot.dataset.hour) : null;
}
