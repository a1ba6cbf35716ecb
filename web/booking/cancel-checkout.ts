import { reloadSlots } from '../lib/reload.ts';
import { setCheckoutCancelUrl, useDraft } from '../shared/booking-draft.ts';
import { useSubmission } from './submission-state.ts';

/**
 * Cancels the open checkout of a customer who returned from the payment page without paying, so that its slots
 * are free again. Throws when the server cannot be reached.
 */
export async function cancelCheckout(): Promise<void> {
  const { checkoutCancelUrl } = useDraft.getState();
  if (!checkoutCancelUrl) return;
  await fetch(checkoutCancelUrl, { redirect: 'manual' });
  setCheckoutCancelUrl('');
  await reloadSlots();
}

/** Called when the wizard opens, or returns from the back-forward cache. */
export function cancelAbandonedCheckout(): void {
  if (!useDraft.getState().checkoutCancelUrl) return;
  useSubmission.setState({ busy: false });
  // Offline, the next submission cancels the checkout, or the server's time limit does.
  cancelCheckout().catch(() => {});
}
