const TIMEOUT_MS = 3000;

/** Scrolls to the element `id`, and waits for it while its screen loads. */
export function scrollToAnchor(id: string, startedAt = performance.now()): void {
  const element = document.getElementById(id);
  if (element) element.scrollIntoView();
  else if (performance.now() - startedAt < TIMEOUT_MS)
    requestAnimationFrame(() => scrollToAnchor(id, startedAt));
}

/** Scrolls to an anchor of this page even when the URL already names it. */
export function scrollToClickedAnchor(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.hash || link.origin !== location.origin || link.pathname !== location.pathname) return;
  scrollToAnchor(link.hash.slice(1));
}
