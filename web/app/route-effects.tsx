import { useEffect, useRef } from 'react';
import { reveal } from '../lib/reveal.ts';
import { useLocation } from '../lib/router.ts';
import { trackPageView } from '../shared/meta-pixel.ts';
import { usePageData } from '../shared/page-data.tsx';
import { preloadLinkTarget } from './screen-loader.tsx';
import { screenAt } from './screens.ts';

/** Effects of a route change: title, focus, anchor, page view. */
export function RouteEffects() {
  const { path, url } = useLocation();
  const { club } = usePageData();
  const lastPath = useRef(path);

  useEffect(() => {
    trackPageView(path, club.pixel_id);
    // The server has written the first page's title.
    if (lastPath.current === path) return;
    document.title = `${screenAt(path).title} · ${club.name}`;
    // Screen reader and keyboard users start at the new page's content.
    document.getElementById('main')?.focus({ preventScroll: true });
    lastPath.current = path;
  }, [path, club.name, club.pixel_id]);

  useEffect(() => {
    const hash = url.split('#')[1];
    if (hash) scrollToAnchor(hash);
  }, [url]);

  useEffect(() => {
    // The browser itself scrolls within what the server rendered. A booking's key is not an element.
    const id = location.hash.slice(1);
    if (/^[a-z][a-z-]*$/.test(id) && !document.getElementById(id)) scrollToAnchor(id);
  }, []);

  useEffect(() => {
    const intentEvents = ['pointerover', 'touchstart', 'focusin'] as const;
    for (const name of intentEvents) document.addEventListener(name, preloadLinkTarget, { passive: true });
    document.addEventListener('click', scrollToClickedAnchor);
    return () => {
      for (const name of intentEvents) document.removeEventListener(name, preloadLinkTarget);
      document.removeEventListener('click', scrollToClickedAnchor);
    };
  }, []);
  return null;
}

const TIMEOUT_MS = 3000;

/** Scrolls to the element `id`, waiting for it while its screen loads. */
function scrollToAnchor(id: string, startedAt = performance.now()): void {
  const element = document.getElementById(id);
  if (element) reveal(element);
  else if (performance.now() - startedAt < TIMEOUT_MS)
    requestAnimationFrame(() => scrollToAnchor(id, startedAt));
}

/** Scrolls to an anchor on this page even if the URL already names it. */
function scrollToClickedAnchor(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.hash || link.origin !== location.origin || link.pathname !== location.pathname) return;
  scrollToAnchor(link.hash.slice(1));
}
