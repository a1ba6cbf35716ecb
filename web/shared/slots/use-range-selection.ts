import { type MouseEvent, type PointerEvent, useDeferredValue, useRef, useState } from 'react';
import { selectRange, toggleSlot } from '../../../src/domain/slot-selection.ts';

/**
 * A tap toggles one slot; a tap or arrow key with Shift, or a drag, selects a range from its first slot. Slot buttons
 * carry `data-hour`. Slots chosen before the range stay chosen. `shown` has the slots to render as chosen: tapped
 * ones immediately, those chosen elsewhere on the page one frame later. `deferredSlots` has all of them in that later
 * frame, for anything that depends on the selection.
 */
export function useRangeSelection(
  slotIndexes: readonly number[],
  free: ReadonlySet<number>,
  onSelect: (slotIndexes: readonly number[]) => void,
) {
  const range = useRef<{ anchor: number; before: readonly number[]; end: number } | null>(null);
  const drag = useRef<{ from: number; moved: boolean } | null>(null);
  const [ownSlots, setOwnSlots] = useState<readonly number[]>([]);
  const deferredSlots = useDeferredValue(slotIndexes);
  const shown = hasSameSlots(slotIndexes, ownSlots) ? slotIndexes : deferredSlots;

  const select = (next: readonly number[]) => {
    setOwnSlots(next);
    onSelect(next);
  };

  const extendTo = (anchor: number, before: readonly number[], to: number) => {
    const run = selectRange(anchor, to, free);
    if (run.length === 0) return null;
    const end = run[0] === anchor ? (run.at(-1) ?? anchor) : (run[0] ?? anchor);
    range.current = { anchor, before, end };
    select([...before, ...run]);
    return end;
  };

  /** For the arrow keys: with Shift, extends the range to the next slot; returns where it ends. */
  const onMove = (from: string, to: string, isExtended: boolean): string | undefined => {
    if (!isExtended) return undefined;
    const { anchor, before } =
      range.current?.end === Number(from) ? range.current : { anchor: Number(from), before: slotIndexes };
    return extendTo(anchor, before, Number(to))?.toString();
  };

  const events = {
    onClick(event: MouseEvent<HTMLElement>) {
      const slotIndex = slotIndexAt(event.target);
      // A drag ends with a click; keyboard clicks have detail 0.
      const dragged = event.detail > 0 && drag.current?.moved === true;
      drag.current = null;
      if (dragged || slotIndex === null || !free.has(slotIndex)) return;
      const lastRange = range.current;
      if (event.shiftKey && lastRange) {
        extendTo(lastRange.anchor, lastRange.before, slotIndex);
        return;
      }
      const next = toggleSlot(slotIndexes, slotIndex);
      range.current = { anchor: slotIndex, before: next, end: slotIndex };
      select(next);
    },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const slotIndex = slotIndexAt(event.target);
      const canStart = event.button === 0 && !event.shiftKey && slotIndex !== null && free.has(slotIndex);
      drag.current = canStart ? { from: slotIndex, moved: false } : null;
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const currentDrag = drag.current;
      if (!currentDrag || event.buttons === 0) return;
      const slotIndex = slotIndexAt(document.elementFromPoint(event.clientX, event.clientY));
      if (slotIndex === null || (!currentDrag.moved && slotIndex === currentDrag.from)) return;
      const before = currentDrag.moved ? (range.current?.before ?? slotIndexes) : slotIndexes;
      currentDrag.moved = true;
      extendTo(currentDrag.from, before, slotIndex);
    },
    onPointerCancel() {
      drag.current = null;
    },
  };
  return { events, onMove, shown, deferredSlots };
}

const hasSameSlots = (a: readonly number[], b: readonly number[]) =>
  a.every((slot) => b.includes(slot)) && b.every((slot) => a.includes(slot));

function slotIndexAt(target: EventTarget | null): number | null {
  const slot = target instanceof Element ? target.closest<HTMLElement>('[data-hour]') : null;
  return slot ? Number(slot.dataset.hour) : null;
}
