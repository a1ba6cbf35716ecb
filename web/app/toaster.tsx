import { useEffect, useRef, useState } from 'react';
import { Toaster, useSonner } from 'sonner';

/** Between a toast and the edge of the screen, as in Sonner. */
const MARGIN_PX = 16;
const STEP_PX = 8;
/** A toast of three lines, until the real one can be measured. */
const TYPICAL_SIZE = { offsetWidth: 384, offsetHeight: 96 };
const CONTROLS = 'a, button, input, select, textarea, summary';
/** What says how things stand. */
const HEADINGS = 'h1, h1 + .lead';
/** What a toast covers last beside them: errors, offers of other times, the booking with its payment, the next step. */
const KEPT_FREE = '[aria-invalid="true"], [role="alert"], [data-keep-visible], [type="submit"], .booking-bar';
/** The page moves the focus, or another page appears, only after the toast is requested. */
const LOOK_AGAIN_MS = [0, 300, 1200];

/** One toast at a time for five seconds; F8 focuses it and a swipe of 50 px to the right dismisses it. */
export default function SiteToaster() {
  const offset = { bottom: useLeastCoveringBottom() };
  return (
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
    />
  );
}

/** How far above the lower edge a toast covers no control of the page, or the least important ones. */
function useLeastCoveringBottom(): number {
  const { toasts } = useSonner();
  const [bottom, setBottom] = useState(MARGIN_PX);
  // Submitting disables the button and so takes its focus away.
  const lastFocused = useRef<Element>(null);
  const shown = toasts[0]?.id;
  useEffect(() => {
    const update = () => setBottom(leastCoveringBottom(lastFocused.current));
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('[data-sonner-toaster]')) return;
      lastFocused.current = target;
      // A press of the mouse focuses too, and a toast that moves meanwhile would catch its end.
      if (shown !== undefined && target.matches(':focus-visible')) update();
    };
    document.addEventListener('focusin', onFocus);
    if (shown !== undefined) {
      document.addEventListener('scrollend', update);
      addEventListener('resize', update);
    }
    const timers = shown === undefined ? [] : LOOK_AGAIN_MS.map((delay) => setTimeout(update, delay));
    return () => {
      for (const timer of timers) clearTimeout(timer);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('scrollend', update);
      removeEventListener('resize', update);
    };
  }, [shown]);
  return bottom;
}

function weightOf(element: Element, focused: Element | null): number {
  if (element.matches(HEADINGS)) return 16;
  return element === focused || element.matches(KEPT_FREE) ? 4 : 1;
}

function leastCoveringBottom(focused: Element | null): number {
  const toast = document.querySelector<HTMLElement>('[data-sonner-toast]') ?? TYPICAL_SIZE;
  const height = toast.offsetHeight;
  const left = innerWidth - toast.offsetWidth - MARGIN_PX;
  const covered = [...document.querySelectorAll(`${CONTROLS}, ${HEADINGS}, ${KEPT_FREE}`)]
    .filter((element) => !element.closest('[data-sonner-toaster]'))
    .map((element) => ({
      box: element.getBoundingClientRect(),
      weight: weightOf(element, focused),
    }))
    .filter(({ box }) => box.right > left && box.bottom > 0 && box.top < innerHeight);
  let best = { bottom: MARGIN_PX, cost: Number.POSITIVE_INFINITY };
  for (let bottom = MARGIN_PX; bottom <= innerHeight - height - MARGIN_PX; bottom += STEP_PX) {
    const to = innerHeight - bottom;
    const cost = covered.reduce(
      (sum, { box, weight }) =>
        sum + weight * Math.max(0, Math.min(box.bottom, to) - Math.max(box.top, to - height)),
      0,
    );
    if (cost < best.cost) best = { bottom, cost };
  }
  return best.bottom;
}
