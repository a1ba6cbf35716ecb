import { Toaster } from 'sonner';

/** One toast at a time, five seconds, F8 to reach it, a swipe to the right to dismiss it. */
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
