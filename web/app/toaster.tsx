import { useEffect, useRef, useState } from 'react';
import { Toaster, useSonner } from 'sonner';

/** Below this width a toast is as wide as the screen (Sonner's own breakpoint). */
const PHONE_QUERY = '(max-width: 600px)';
/** The part of a phone's screen that a toast covers. */
const TOAST_SHARE = 0.25;

/** One toast at a time for five seconds; F8 focuses it and a swipe to the right dismisses it. */
export default function SiteToaster() {
  return (
    <Toaster
      visibleToasts={1}
      duration={5000}
      hotkey={['F8']}
      containerAriaLabel="Notification"
      swipeDirections={['right']}
      position={useCoversForm() ? 'top-right' : 'bottom-right'}
      closeButton
      richColors
    />
  );
}

/** True while a toast at the bottom of a phone would cover the last focused element or an invalid field. */
function useCoversForm(): boolean {
  const { toasts } = useSonner();
  const [covers, setCovers] = useState(false);
  // Submitting disables the button and so takes its focus away.
  const lastFocused = useRef<Element>(null);
  const isShown = toasts.length > 0;
  useEffect(() => {
    const update = () => {
      const focused = lastFocused.current;
      const isAbove = focused?.isConnected && focused.getBoundingClientRect().top < innerHeight * TOAST_SHARE;
      const elements = [...(focused ? [focused] : []), ...document.querySelectorAll('[aria-invalid="true"]')];
      const isBelow = (element: Element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return bottom > innerHeight * (1 - TOAST_SHARE) && top < innerHeight;
      };
      setCovers(matchMedia(PHONE_QUERY).matches && !isAbove && elements.some(isBelow));
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('[data-sonner-toaster]')) return;
      lastFocused.current = target;
      if (isShown) update();
    };
    document.addEventListener('focusin', onFocus);
    // The error summary takes the focus only after the toast is requested.
    const frame = isShown ? requestAnimationFrame(update) : 0;
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', onFocus);
    };
  }, [isShown]);
  return covers;
}
