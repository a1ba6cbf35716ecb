import { formatPayBy } from '../../src/domain/format-payment-deadline.ts';
import {
  hasBegun,
  hasPlaceText,
  isOver,
  noPlaceText,
  overText,
  placeText,
  playerOf,
  waitsText,
} from '../../src/domain/item-words.ts';
import { serverNow } from '../lib/server-time.ts';
import type { ItemDetails } from '../shared/booking-view/use-booking-details.ts';

/** What the payer has now. */
export function itemHeading({ payer, item }: ItemDetails): string {
  const isPlace = item.kind === 'event';
  const now = serverNow();
  const player = playerOf({ item, name: payer.name });
  if (item.cancelled) return isPlace ? 'The event is cancelled' : 'This has ended';
  if (payer.state === 'left')
    return isPlace
      ? `${player === null ? 'You no longer have' : `${player} no longer has`} a place`
      : 'You no longer have this';
  if (payer.state === 'waiting') return hasBegun(item, now) ? noPlaceText(player) : waitsText(player);
  if (isOver(item, now)) return overText(player, item);
  // A receipt keeps it until the reception has looked.
  if (payer.hold_until && payer.receipt_received && Date.parse(payer.hold_until) <= now)
    return 'We’re checking your receipt';
  if (payer.hold_until && isPlace && payer.balance > 0 && !payer.receipt_received)
    return `Pay by ${formatPayBy(payer.hold_until, now)} to keep ${placeText(player)}`;
  if (payer.hold_until) return `Held for ${player ?? 'you'} until ${formatPayBy(payer.hold_until, now)}`;
  return isPlace ? hasPlaceText(player) : 'It’s yours';
}
