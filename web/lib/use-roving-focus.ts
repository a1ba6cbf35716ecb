import { type FocusEvent, type KeyboardEvent, startTransition, useState } from 'react';
import { readingKey } from './reading-direction.ts';

interface RovingOptions {
  /** The buttons are in columns: Left and Right move to the next column, Home and End stay within one. */
  columns?: boolean;
  /** The key that an arrow leads to, if that may be a button not rendered yet. */
  next?: (from: string, arrow: string) => string | undefined;
  /** Called for each move, with `extends` if Shift is held; may return a different key to focus. */
  onMove?: (from: string, to: string, isExtended: boolean) => string | null | undefined;
}

/**
 * Keyboard handling for a group of buttons: one Tab enters it, arrow keys move, Home and End jump, the next Tab
 * leaves. Buttons carry `data-roving-key`; disabled ones are skipped. Up and Down follow the positions on screen.
 */
export function useRovingFocus(
  keys: readonly string[],
  preferred: string | undefined,
  { columns, next, onMove }: RovingOptions = {},
) {
  const [focusedKey, setFocusedKey] = useState<string>();
  const tabStop = focusedKey && keys.includes(focusedKey) ? focusedKey : (preferred ?? keys[0]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const current = buttonAt(event.target);
    if (!current || event.altKey || event.ctrlKey || event.metaKey) return;
    const group = event.currentTarget;
    const from = current.dataset.rovingKey ?? '';
    // Columns are recognised by their position on screen.
    const found = columns
      ? findInColumns(group, current, event.key)
      : findInLines(group, current, readingKey(event.key));
    const nextKey = next ? next(from, readingKey(event.key)) : found?.dataset.rovingKey;
    if (nextKey === undefined) return;
    event.preventDefault();
    const key = onMove?.(from, nextKey, event.shiftKey) ?? nextKey;
    // Not in a transition: the next key may be Tab, which leaves from this button.
    setFocusedKey(key);
    const findTarget = () => buttonsOf(group).find((button) => button.dataset.rovingKey === key);
    const target = findTarget();
    if (target) target.focus();
    else requestAnimationFrame(() => findTarget()?.focus());
  };

  return {
    tabIndexOf: (key: string) => (key === tabStop ? 0 : -1),
    events: {
      onKeyDown,
      onFocus: (event: FocusEvent<HTMLElement>) => {
        const key = buttonAt(event.target)?.dataset.rovingKey;
        // A transition, so that React responds to the tap first.
        if (key) startTransition(() => setFocusedKey(key));
      },
    },
  };
}

function buttonAt(target: EventTarget): HTMLElement | null {
  return (target as Element).closest<HTMLElement>('[data-roving-key]');
}

function buttonsOf(group: HTMLElement): HTMLElement[] {
  return [...group.querySelectorAll<HTMLElement>('[data-roving-key]:not(:disabled)')].filter((button) =>
    button.checkVisibility(),
  );
}

function findInLines(group: HTMLElement, current: HTMLElement, key: string): HTMLElement | undefined {
  const buttons = buttonsOf(group);
  const at = buttons.indexOf(current);
  if (key === 'ArrowRight') return buttons[at + 1];
  if (key === 'ArrowLeft') return buttons[at - 1];
  if (key === 'Home') return buttons[0];
  if (key === 'End') return buttons.at(-1);
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  const from = current.getBoundingClientRect();
  const direction = key === 'ArrowDown' ? 1 : -1;
  const distanceTo = (button: HTMLElement) => {
    const to = button.getBoundingClientRect();
    const down = (to.top - from.top) * direction;
    return down < from.height / 2 ? Number.POSITIVE_INFINITY : down * 10 + Math.abs(to.left - from.left);
  };
  const [nearest] = buttons
    .filter((button) => Number.isFinite(distanceTo(button)))
    .sort((one, other) => distanceTo(one) - distanceTo(other));
  return nearest;
}

/** A button may be as tall as several in the next column; moving sideways, the focus stays at its height. */
function findInColumns(group: HTMLElement, current: HTMLElement, key: string): HTMLElement | undefined {
  const { top } = current.getBoundingClientRect();
  const buttons = buttonsOf(group);
  const leftOf = (button: HTMLElement) => Math.round(button.getBoundingClientRect().left);
  const left = leftOf(current);
  const columnAt = (wanted: number) => buttons.filter((button) => leftOf(button) === wanted);
  if (key === 'ArrowRight' || key === 'ArrowLeft') {
    const others = buttons
      .map(leftOf)
      .filter((other) => (key === 'ArrowRight' ? other > left : other < left));
    const nextColumn = columnAt(key === 'ArrowRight' ? Math.min(...others) : Math.max(...others));
    const isAbove = (button: HTMLElement) => button.getBoundingClientRect().top <= top;
    return nextColumn.findLast(isAbove) ?? nextColumn[0];
  }
  const column = columnAt(left);
  const at = column.indexOf(current);
  if (key === 'ArrowDown') return column[at + 1];
  if (key === 'ArrowUp') return column[at - 1];
  if (key === 'Home') return column[0];
  return key === 'End' ? column.at(-1) : undefined;
}
