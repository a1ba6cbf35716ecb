import { Toaster } from 'sonner';

/** One toast at a time for five seconds; F8 focuses it and a swipe to the right dismisses it. */
export default function SiteToaster() {
  return (
    <Toaster
      visibleToasts={1}
      duration={5000}
      hotkey={['F8']}
      containerAriaLabel="Notification"
      swipeDirections={['right']}
      position="bottom-right"
      closeButton
      richColors
    />
  );
}
