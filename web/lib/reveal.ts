/** Scrolls to an element, and opens what it is folded into. */
export function reveal(element: HTMLElement | null): void {
  let fold = element?.closest('details');
  while (fold) {
    fold.open = true;
    fold = fold.parentElement?.closest('details');
  }
  element?.scrollIntoView();
}
