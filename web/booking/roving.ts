import { type FocusEvent, type KeyboardEvent, startTransition, useState } from 'react';

/**
 * One Tab enters a set of buttons, arrows move, Home and End jump, the next Tab leaves. Buttons carry
 * `data-rove` with a key; disabled ones are passed over. Up and down go by where the buttons stand on the
 * screen. `onExtend` hears of moves with Shift held and answers the key that gets the focus.
 */
export function useRoving(
  keys: readonly string[],
  preferred: string | undefined,
  onExtend?: (from: string, to: string) => string | null,
) {
  const [visited, setVisited] = useState<string>();
  const stop = visited && keys.includes(visited) ? visited : (preferred ?? keys[0]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const here = (event.target as Element).closest<HTMLElement>('[data-rove]');
    if (!here || event.altKey || event.ctrlKey || event.metaKey) return;
    const buttons = [
      ...event.currentTarget.querySelectorAll<HTMLElement>('[data-rove]:not(:disabled)'),
    ].filter((button) => button.checkVisibility());
    const next = neighbour(buttons, here, event.key);
    if (!next) return;
    event.preventDefault();
    const key = next.dataset.rove ?? '';
    const extended = event.shiftKey && onExtend ? onExtend(here.dataset.rove ?? '', key) : null;
    const target = extended ? buttons.find((button) => button.dataset.rove === extended) : next;
    target?.focus();
    // At once: the next key may be Tab, and it leaves from here.
    setVisited(target?.dataset.rove);
  };

  return {
    tabIndexOf: (key: string) => (key === stop ? 0 : -1),
    events: {
      onKeyDown,
      onFocus: (event: FocusEvent<HTMLElement>) => {
        const key = (event.target as Element).closest<HTMLElement>('[data-rove]')?.dataset.rove;
        // A tap is answered first.
        if (key) startTransition(() => setVisited(key));
      },
    },
  };
}

function neighbour(buttons: HTMLElement[], here: HTMLElement, key: string): HTMLElement | undefined {
  const at = buttons.indexOf(here);
  if (key === 'ArrowRight') return buttons[at + 1];
  if (key === 'ArrowLeft') return buttons[at - 1];
  if (key === 'Home') return buttons[0];
  if (key === 'End') return buttons.at(-1);
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  const from = here.getBoundingClientRect();
  const side = key === 'ArrowDown' ? 1 : -1;
  const away = (button: HTMLElement) => {
    const to = button.getBoundingClientRect();
    const down = (to.top - from.top) * side;
    return down < from.height / 2 ? Number.POSITIVE_INFINITY : down * 10 + Math.abs(to.left - from.left);
  };
  return buttons
    .filter((button) => Number.isFinite(away(button)))
    .reduce<HTMLElement | undefined>(
      (best, button) => (!best || away(button) < away(best) ? button : best),
      undefined,
    );
}
