import type { CourtStore } from '../courts/store.ts';
import type { OfferMessage, WishMessage } from '../domain/waitlist.ts';
import { toOffer, toWish, type WaitingListStore } from './store.ts';
import type { WaitingListKeys } from './waitlist-keys.ts';

interface MessageSources {
  store: WaitingListStore;
  keys: WaitingListKeys;
  courts: CourtStore;
}

/** What a message about a wish says; null when the wish was deleted. */
export function findWishMessage({ store, keys, courts }: MessageSources, id: number): WishMessage | null {
  const wish = store.findWish(id);
  if (!wish) return null;
  const court = courts.listActive().find((candidate) => candidate.id === wish.court_id);
  const { name, email, phone } = wish;
  return {
    ...toWish(wish),
    name,
    email,
    phone,
    court_name: court?.name ?? null,
    url: keys.wishUrl(id),
  };
}

/** What a message about an offer says; null when the wish was deleted. */
export function findOfferMessage({ store, keys }: MessageSources, id: number): OfferMessage | null {
  const offer = store.findOffer(id);
  const wish = offer && store.findWish(offer.waitlist_entry_id);
  if (!wish) return null;
  const { name, email, phone } = wish;
  const sms_updates = wish.sms_updates === 1;
  return {
    ...toOffer(offer),
    name,
    email,
    phone,
    sms_updates,
    url: keys.offerUrl(id),
    wish_url: keys.wishUrl(wish.id),
    wish_state: wish.state,
    has_next: (store.findOpenOfferOf(wish.id)?.id ?? id) !== id,
  };
}
