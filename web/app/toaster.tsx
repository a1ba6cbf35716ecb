import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Toaster, toast, useSonner } from 'sonner';

/** Between a toast and whatever is below it, as in Sonner. */
const MARGIN_PX = 16;
/** The corner that a toast takes up at most. */
const WIDTH_PX = 24 * 16 + MARGIN_PX;
const HEIGHT_PX = 150;
/** Whatever has the next press and may be in that corner; toasts appear above it. */
const BARS = '.booking-bar, .admin-places, .admin-drawer-bar, .admin-dialog-foot, .next-action';
/** Another page with a different bar may appear after the toast was requested. */
const LOOK_AGAIN_MS = [0, 300, 1200];

/** One toast at a time for five seconds; F8 focuses it and a swipe of 50 px to the right dismisses it. */
export default function SiteToaster() {
  const { toasts } = useSonner();
  const [newest, ...older] = toasts.map(({ id }) => id);
  // A toast whose problem is solved must not come back when a newer one goes.
  useEffect(() => {
    for (const id of older) toast.dismiss(id);
  });
  const offset = { bottom: useHeightOfBar(newest) + MARGIN_PX };
  return createPortal(
    <Toaster
      visibleToasts={1}
      duration={5000}
      hotkey={['F8']}
      customAriaLabel="Notification"
      swipeDirections={['right']}
      position="bottom-right"
      offset={offset}
      mobileOffset={offset}
      closeButton
      richColors
    />,
    useTopmostHost(),
  );
}

/** An element that stays in the topmost dialog: while one is open, nothing outside can be seen, heard or pressed. */
function useTopmostHost(): HTMLElement {
  const [host] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    const move = () => {
      const parent = topmostDialog() ?? document.body;
      if (host.parentElement !== parent) parent.append(host);
    };
    move();
    const observer = new MutationObserver(move);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
    return () => {
      observer.disconnect();
      host.remove();
    };
  }, [host]);
  return host;
}

function useHeightOfBar(shown: number | string | undefined): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    if (shown === undefined) return;
    const update = () => setHeight(heightOfBar());
    const timers = LOOK_AGAIN_MS.map((delay) => setTimeout(update, delay));
    addEventListener('resize', update);
    // A bar may stick to the window only once the page is scrolled.
    addEventListener('scroll', update, true);
    return () => {
      for (const timer of timers) clearTimeout(timer);
      removeEventListener('resize', update);
      removeEventListener('scroll', update, true);
    };
  }, [shown]);
  return height;
}

function heightOfBar(): number {
  const heights = [...(topmostDialog() ?? document).querySelectorAll(BARS)].map((bar) => {
    const { top, bottom, right } = bar.getBoundingClientRect();
    const isInTheWay =
      bottom > innerHeight - HEIGHT_PX && top > innerHeight / 2 && right > innerWidth - WIDTH_PX;
    return isInTheWay ? innerHeight - top : 0;
  });
  return Math.max(0, ...heights);
}

/** The last one is inside the others. */
function topmostDialog(): Element | undefined {
  return [...document.querySelectorAll('dialog[open]')].at(-1);
}
