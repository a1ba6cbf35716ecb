import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Toaster, toast, useSonner } from 'sonner';

/** Between a toast and whatever is below it, as in Sonner. */
const MARGIN_PX = 16;
/** The corner that a toast takes up at most. */
const WIDTH_PX = 24 * 16 + MARGIN_PX;
const HEIGHT_PX = 150;
/** A toast's height before it is drawn. */
const USUAL_HEIGHT_PX = 82;
/** Whatever has the next press and may be in that corner; toasts appear above it. */
const BARS = '.booking-bar, .admin-places, .admin-drawer-bar, .admin-dialog-foot, .next-action';
/** What is filled in, and the buttons that send it or close its dialog. */
const FIELDS = 'input:not([type="hidden"]), select, textarea';
const SENDERS = 'form button:not([type="button"]), .dialog-close';
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
  const offset = { bottom: useFreeHeight(newest) + MARGIN_PX };
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

/** How far above the window's edge the toast `shown` appears. */
function useFreeHeight(shown: number | string | undefined): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    if (shown === undefined) return;
    const update = () => setHeight(freeHeight());
    const onFocus = ({ target }: FocusEvent) => isInToaster(target) || update();
    const timers = LOOK_AGAIN_MS.map((delay) => setTimeout(update, delay));
    addEventListener('resize', update);
    document.addEventListener('focusin', onFocus);
    return () => {
      for (const timer of timers) clearTimeout(timer);
      removeEventListener('resize', update);
      document.removeEventListener('focusin', onFocus);
    };
  }, [shown]);
  return height;
}

const isInToaster = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-sonner-toaster]') !== null;

/**
 * Above the page's bar, unless that covers what is being filled in or its button: then below the page's head, or
 * wherever a toast covers least.
 */
function freeHeight(): number {
  const bar = heightOfBar();
  const toast = document.querySelector('[data-sonner-toast]')?.getBoundingClientRect();
  const height = toast?.height || USUAL_HEIGHT_PX;
  const headEnd = topmostDialog() ? 0 : Math.max(0, rectOf('.site-header')?.bottom ?? 0);
  const highest = innerHeight - headEnd - height - 2 * MARGIN_PX;
  const obstacles = listObstacles();
  const costAt = (offset: number) => {
    const bottom = innerHeight - offset;
    const covered = obstacles.filter(
      ({ rect }) => rect.top < bottom && rect.bottom > bottom - height - 2 * MARGIN_PX,
    );
    return covered.reduce((sum, { cost }) => sum + cost, 0);
  };
  const places = [bar, highest, ...obstacles.map(({ rect }) => innerHeight - rect.top)];
  const possible = places.filter((offset) => offset >= bar && offset <= highest);
  return possible.toSorted((one, other) => costAt(one) - costAt(other))[0] ?? bar;
}

/** What a toast should not cover in its corner: least of all the field with the focus, then a button. */
function listObstacles(): { rect: DOMRect; cost: number }[] {
  const root = topmostDialog() ?? document;
  const costs = new Map<Element, number>();
  for (const field of root.querySelectorAll(FIELDS)) costs.set(field, 1);
  for (const button of root.querySelectorAll(SENDERS)) costs.set(button, 10);
  const focused = document.activeElement;
  if (focused?.matches(FIELDS)) costs.set(focused, 100);
  return [...costs]
    .map(([element, cost]) => ({ rect: element.getBoundingClientRect(), cost }))
    .filter(({ rect }) => rect.height > 1 && rect.right > innerWidth - WIDTH_PX);
}

const rectOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();

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
