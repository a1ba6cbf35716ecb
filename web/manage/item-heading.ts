import { formatPayBy } from '../../src/domain/format-payment-deadline.ts';
import { serverNow } from '../lib/server-time.ts';
import type { ItemDetails } from '../shared/booking-view/use-booking-details.ts';

/** What the payer has now. */
export function itemHeading({ payer, item }: ItemDetails): string {
  const isPlace = item.kind === 'event';
  if (item.cancelled) return isPlace ? 'The event is cancelled' : 'This has ended';
  if (payer.state === 'left') return isPlace ? 'You no longer have a place' : 'You no longer have this';
  if (payer.state === 'waiting') return 'You’re on the waiting list';
  if (payer.hold_until) return `Held for you until ${formatPayBy(payer.hold_until, serverNow())}`;
  return isPlace ? 'You have a place' : 'It’s yours';
}
