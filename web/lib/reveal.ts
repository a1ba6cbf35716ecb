/** Scrolls to an element, unfolding whatever it is inside. */
export function reveal(element: HTMLElement | null): void {
  let fold = element?.closest('details');
  while (fold) {
    fold.open = true;
    fold = fold.parentElement?.closest('details');
  }
  element?.scrollIntoView();
}

/** Shows the start of the page and moves the focus there, after a change made far below. */
export function revealPage(): void {
  const main = document.getElementById('main');
  main?.focus({ preventScroll: true });
  // Safari doesn't scroll to what gets the focus while a part of it is in the window.
  reveal(main);
}
