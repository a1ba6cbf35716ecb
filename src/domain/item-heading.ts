/** The opening of the page of a place or purchase. */
import type { ItemPage, PageSummary } from './api/payer-routes.ts';
import { formatPayBy } from './format-payment-deadline.ts';
import {
  hasBegun,
  hasPlaceText,
  isFree,
  isOver,
  noPlaceText,
  overText,
  placeText,
  playerOf,
  waitsText,
} from './item-words.ts';
import { describeBalanceToCustomer } from './money-labels.ts';

/** What the payer has now. */
export function itemHeading({ payer, item }: Pick<ItemPage, 'payer' | 'item'>, now: number): string {
  const isPlace = item.kind === 'event';
  const player = playerOf({ item, name: payer.name });
  if (item.cancelled) return isPlace ? 'The event is cancelled' : 'This has ended';
  if (payer.state === 'left')
    return isPlace
      ? `${player === null ? 'You no longer have' : `${player} no longer has`} a place`
      : 'You no longer have this';
  if (payer.state === 'waiting') return hasBegun(item, now) ? noPlaceText(player) : waitsText(player);
  if (isOver(item, now)) return overText(player, item);
  // A receipt keeps it, however late, until the reception has looked.
  if (payer.hold_until && payer.receipt_received) return 'We’re checking your receipt';
  if (payer.hold_until && isPlace && payer.balance > 0)
    return `Pay by ${formatPayBy(payer.hold_until)} to keep ${placeText(player)}`;
  if (payer.hold_until && payer.balance > 0) return `Pay by ${formatPayBy(payer.hold_until)} to begin`;
  if (payer.hold_until) return `Held for ${player ?? 'you'} until ${formatPayBy(payer.hold_until)}`;
  return isPlace ? hasPlaceText(player) : 'It’s yours';
}

/** The same with when it is and what is due, as the page shows it before its code has arrived. */
export function itemSummary({ payer, item }: Pick<ItemPage, 'payer' | 'item'>, now: number): PageSummary {
  const { state, balance } = payer;
  const money = isFree(payer) ? 'Free' : describeBalanceToCustomer(balance);
  const isOwed = state === 'joined' || (state === 'left' && balance !== 0);
  return {
    title: item.title,
    heading: itemHeading({ payer, item }, now),
    // All dates of a long course would push the rest off the screen.
    lead: [...item.details.slice(0, 2), ...(isOwed ? [money] : [])].map((line) => `${line}.`).join(' '),
  };
}
