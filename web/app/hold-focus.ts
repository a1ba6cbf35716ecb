const FOCUSABLE = 'a[href], button:not([disabled]), input, select, textarea, [tabindex="0"]';

/**
 * Keeps the keyboard inside `box`: Tab goes round in it, Escape calls `leave`, the rest of the page can
 * neither be reached nor scrolled. Returns how to let go.
 */
export function holdFocus(box: HTMLElement, leave: () => void): () => void {
  const others = [...(box.parentElement?.children ?? [])].filter((element) => element !== box);
  for (const element of others) element.toggleAttribute('inert', true);
  document.documentElement.classList.add('scroll-locked');

  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') leave();
    if (event.key !== 'Tab') return;
    const stops = [...box.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((stop) => stop.checkVisibility());
    const edge = event.shiftKey ? stops.at(0) : stops.at(-1);
    const inside = box.contains(document.activeElement);
    if (inside && document.activeElement !== edge) return;
    event.preventDefault();
    (event.shiftKey ? stops.at(-1) : stops.at(0))?.focus();
  };
  document.addEventListener('keydown', onKey);
  return () => {
    document.removeEventListener('keydown', onKey);
    document.documentElement.classList.remove('scroll-locked');
    for (const element of others) element.toggleAttribute('inert', false);
  };
}
