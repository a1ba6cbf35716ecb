const FOCUSABLE = 'a[href], button:not([disabled]), input, select, textarea, [tabindex="0"]';

/**
 * Keeps the focus inside `container`: Tab wraps around, Escape calls `onEscape`, and the rest of the page is inert
 * and doesn't scroll. Returns a function that ends it.
 */
export function trapFocus(container: HTMLElement, onEscape: () => void): () => void {
  const siblings = [...(container.parentElement?.children ?? [])].filter((element) => element !== container);
  for (const element of siblings) element.toggleAttribute('inert', true);
  document.documentElement.classList.add('scroll-locked');

  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onEscape();
    if (event.key !== 'Tab') return;
    const focusable = [...container.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((candidate) =>
      candidate.checkVisibility(),
    );
    const boundary = event.shiftKey ? focusable.at(0) : focusable.at(-1);
    const inside = container.contains(document.activeElement);
    if (inside && document.activeElement !== boundary) return;
    event.preventDefault();
    (event.shiftKey ? focusable.at(-1) : focusable.at(0))?.focus();
  };
  document.addEventListener('keydown', onKey);
  return () => {
    document.removeEventListener('keydown', onKey);
    document.documentElement.classList.remove('scroll-locked');
    for (const element of siblings) element.toggleAttribute('inert', false);
  };
}
