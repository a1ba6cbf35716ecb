import type { CourtStore } from '../courts/store.ts';
import { chosenUpdates } from '../domain/consent.ts';
import type { OfferMessage, WaitlistEntryMessage } from '../domain/waitlist-message.ts';
import { toEntry, toOffer, type WaitlistStore } from './store.ts';
import type { WaitlistKeys } from './waitlist-keys.ts';

interface MessageSources {
  store: WaitlistStore;
  keys: WaitlistKeys;
  courts: CourtStore;
}

/** Data for a message about a waitlist entry; null if the entry was deleted. */
export function findEntryMessage(
  { store, keys, courts }: MessageSources,
  id: number,
): WaitlistEntryMessage | null {
  const entry = store.findEntry(id);
  if (!entry) return null;
  const court = courts.listActive().find((candidate) => candidate.id === entry.court_id);
  const { name, phone } = entry;
  return {
    ...toEntry(entry),
    name,
    phone,
    court_name: court?.name ?? null,
    url: keys.entryUrl(id),
  };
}

/** Data for a message about an offer; null if the entry was deleted. */
export function findOfferMessage({ store, keys }: MessageSources, id: number): OfferMessage | null {
  const offer = store.findOffer(id);
  const entry = offer && store.findEntry(offer.waitlist_entry_id);
  if (!entry) return null;
  const { name, email, phone } = entry;
  return {
    ...toOffer(offer),
    name,
    email,
    phone,
    ...chosenUpdates(entry.consents),
    url: keys.offerUrl(id),
    entry_url: keys.entryUrl(entry.id),
    entry_state: entry.state,
    has_next: (store.findOpenOfferOf(entry.id)?.id ?? id) !== id,
  };
}
