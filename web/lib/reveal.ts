/** Scrolls to an element, unfolding whatever it is inside. */
export function reveal(element: HTMLElement | null): void {
  let fold = element?.closest('details');
  while (fold) {
    fold.open = true;
    fold = fold.parentElement?.closest('details');
  }
  element?.scrollIntoView();
}
