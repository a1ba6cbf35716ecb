import { isMirrored } from '../lib/reading-direction.ts';

/** Puts an open popover below `anchor`, or above where there is no room; `side` says which edges line up. */
export function placePopover(popover: HTMLElement, anchor: Element, side: 'start' | 'end'): void {
  const { bottom, top, left, right } = anchor.getBoundingClientRect();
  const { offsetHeight, offsetWidth } = popover;
  const fitsBelow = bottom + offsetHeight <= innerHeight;
  popover.style.top = `${Math.max(0, fitsBelow ? bottom : top - offsetHeight)}px`;
  const atLeft = (side === 'start') !== isMirrored();
  const x = atLeft ? Math.min(left, innerWidth - offsetWidth) : right - offsetWidth;
  popover.style.left = `${Math.max(0, x)}px`;
}
