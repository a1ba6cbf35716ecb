import { type FocusEvent, type KeyboardEvent, startTransition, useState } from 'react';

/**
 * One Tab enters a group of buttons, arrow keys move, Home and End jump, the next Tab leaves. Buttons carry
 * `data-roving-key`; disabled ones are skipped. Up and Down follow the positions on the screen. `onExtend` is
 * called for moves with Shift and returns the key that gets the focus.
 */
export function useRovingTabIndex(
  keys: readonly string[],
  preferred: string | undefined,
  onExtend?: (from: string, to: string) => string | null,
) {
  const [focusedKey, setFocusedKey] = useState<string>();
  const tabStop = focusedKey && keys.includes(focusedKey) ? focusedKey : (preferred ?? keys[0]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const current = (event.target as Element).closest<HTMLElement>('[data-roving-key]');
    if (!current || event.altKey || event.ctrlKey || event.metaKey) return;
    const buttons = [
      ...event.currentTarget.querySelectorAll<HTMLElement>('[data-roving-key]:not(:disabled)'),
    ].filter((button) => button.checkVisibility());
    const next = findNextButton(buttons, current, event.key);
    if (!next) return;
    event.preventDefault();
    const key = next.dataset.rovingKey ?? '';
    const extended = event.shiftKey && onExtend ? onExtend(current.dataset.rovingKey ?? '', key) : null;
    const target = extended ? buttons.find((button) => button.dataset.rovingKey === extended) : next;
    target?.focus();
    // Not in a transition: the next key may be Tab, which leaves from this button.
    setFocusedKey(target?.dataset.rovingKey);
  };

  return {
    tabIndexOf: (key: string) => (key === tabStop ? 0 : -1),
    events: {
      onKeyDown,
      onFocus: (event: FocusEvent<HTMLElement>) => {
        const key = (event.target as Element).closest<HTMLElement>('[data-roving-key]')?.dataset.rovingKey;
        // A transition, so that React answers the tap first.
        if (key) startTransition(() => setFocusedKey(key));
      },
    },
  };
}

function findNextButton(buttons: HTMLElement[], current: HTMLElement, key: string): HTMLElement | undefined {
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
  return buttons
    .filter((button) => Number.isFinite(distanceTo(button)))
    .reduce<HTMLElement | undefined>(
      (best, button) => (!best || distanceTo(button) < distanceTo(best) ? button : best),
      undefined,
    );
}
