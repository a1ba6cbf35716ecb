import { useEffect, useRef, useState } from 'react';
import { Toaster, useSonner } from 'sonner';

/** Below this width a toast is as wide as the screen (Sonner's own breakpoint). */
const PHONE_QUERY = '(max-width: 600px)';
/** The part of a phone's screen that a toast covers. */
const TOAST_SHARE = 0.25;
/** Between a toast and the edge of a phone's screen, as in Sonner. */
const PHONE_MARGIN_PX = 16;
/** Elements that a toast must not cover: errors, offers of other times, and the booking with its payment. */
const KEPT_FREE = '[aria-invalid="true"], [role="alert"], [data-keep-visible]';
/** The page moves the focus, or another page appears, only after the toast is requested. */
const LOOK_AGAIN_MS = [0, 300, 1200];

/** One toast at a time for five seconds; F8 focuses it and a swipe of 50 px to the right dismisses it. */
export default function SiteToaster() {
  const { isBottomCovered, hasBar, headerBottom } = useToastPlace();
  return (
    <Toaster
      visibleToasts={1}
      duration={5000}
      hotkey={['F8']}
      customAriaLabel="Notification"
      swipeDirections={['right']}
      position={isBottomCovered ? 'top-right' : 'bottom-right'}
      mobileOffset={{ top: hasBar ? 0 : headerBottom + PHONE_MARGIN_PX }}
      closeButton
      richColors
    />
  );
}

interface ToastPlace {
  /** A toast at the bottom of a phone would cover more of these elements than one at the top. */
  isBottomCovered: boolean;
  /** The wizard's bar is at the bottom of the phone: a toast covers the header, and nothing of the form. */
  hasBar: boolean;
  /** How far the header reaches into the screen; a toast at the top appears below it. */
  headerBottom: number;
}

function useToastPlace(): ToastPlace {
  const { toasts } = useSonner();
  const [place, setPlace] = useState<ToastPlace>({ isBottomCovered: false, hasBar: false, headerBottom: 0 });
  // Submitting disables the button and so takes its focus away.
  const lastFocused = useRef<Element>(null);
  const isShown = toasts.length > 0;
  useEffect(() => {
    const update = () => {
      const focused = lastFocused.current;
      const elements = [
        ...(focused?.isConnected ? [focused] : []),
        ...[...document.querySelectorAll(KEPT_FREE)].filter((one) => !one.closest('[data-sonner-toaster]')),
      ];
      const hasBar = document.querySelector('.booking-bar') !== null;
      const header = document.querySelector('.header-bar')?.getBoundingClientRect().bottom ?? 0;
      const headerBottom = Math.max(0, header);
      const height = innerHeight * TOAST_SHARE;
      const overlap = (from: number, to: number) =>
        elements.reduce((sum, element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return sum + Math.max(0, Math.min(bottom, to) - Math.max(top, from));
        }, 0);
      const isBottomWorse =
        overlap(innerHeight - height, innerHeight) > overlap(headerBottom, headerBottom + height);
      const isBottomCovered = matchMedia(PHONE_QUERY).matches && (hasBar || isBottomWorse);
      setPlace({ isBottomCovered, hasBar, headerBottom });
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('[data-sonner-toaster]')) return;
      lastFocused.current = target;
      if (isShown) update();
    };
    document.addEventListener('focusin', onFocus);
    const timers = isShown ? LOOK_AGAIN_MS.map((delay) => setTimeout(update, delay)) : [];
    return () => {
      for (const timer of timers) clearTimeout(timer);
      document.removeEventListener('focusin', onFocus);
    };
  }, [isShown]);
  return place;
}
