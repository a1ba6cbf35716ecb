import { useEffect, useRef } from 'react';
import { usePageData } from '../lib/page-data.tsx';
import { useLocation } from '../lib/router.ts';
import { followAnchor, scrollToAnchor } from './anchors.ts';
import { trackPageView } from './pixel.ts';
import { preloadOnIntent } from './screen-loader.tsx';
import { screenAt } from './screens.ts';

/** What a change of route does beside drawing: the title, the focus, the anchor, the page view. */
export function RouteEffects() {
  const { path, url } = useLocation();
  const { club } = usePageData();
  const shown = useRef(path);

  useEffect(() => {
    document.title = `${screenAt(path).title} · ${club.name}`;
    trackPageView(path, club.pixel_id);
    // Whoever listens or uses the keyboard starts at the new page's content.
    if (shown.current !== path) document.getElementById('main')?.focus({ preventScroll: true });
    shown.current = path;
  }, [path, club.name, club.pixel_id]);

  useEffect(() => {
    const hash = url.split('#')[1];
    if (hash) scrollToAnchor(hash);
  }, [url]);

  useEffect(() => {
    const reach = ['pointerover', 'touchstart', 'focusin'] as const;
    for (const name of reach) document.addEventListener(name, preloadOnIntent, { passive: true });
    document.addEventListener('click', followAnchor);
    return () => {
      for (const name of reach) document.removeEventListener(name, preloadOnIntent);
      document.removeEventListener('click', followAnchor);
    };
  }, []);
  return null;
}
