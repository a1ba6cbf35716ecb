import { reloadSlots } from '../lib/reload.ts';
import { setCheckoutCancelUrl, useDraft } from '../shared/booking-draft.ts';
import { useSubmission } from './submission-state.ts';

/**
 * Cancels the open checkout of a customer who came back from the payment page without paying, so that its slots are
 * free again. Throws if the server can't be reached.
 */
export async function cancelCheckout(): Promise<void> {
  const { checkoutCancelUrl } = useDraft.getState();
  if (!checkoutCancelUrl) return;
  await fetch(checkoutCancelUrl, { redirect: 'manual' });
  setCheckoutCancelUrl('');
  await reloadSlots();
}

/** Called when the wizard opens, or is restored from the back-forward cache. */
export function cancelAbandonedCheckout(): void {
  if (!useDraft.getState().checkoutCancelUrl) return;
  useSubmission.setState({ busy: false });
  // Offline, the next submission or the server's time limit cancels the checkout.
  cancelCheckout().catch(() => {});
}
