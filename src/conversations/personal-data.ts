import { jsonList, type PersonalDataSource } from '../db/personal-data-source.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { PayerStore } from '../payers/store.ts';
import type { ConversationStore } from './store.ts';

/**
 * Anybody can type a number, so the download includes no chats. A chat is erased with the person if nobody else has
 * left its number with a booking.
 */
export function conversationPersonalData(
  store: ConversationStore,
  payers: PayerStore,
  outbox: Outbox,
): PersonalDataSource {
  return {
    read: () => ({}),
    erase: (tx, { payer_ids }) => {
      for (const phone of payers.phonesOnlyOf(jsonList(payer_ids)))
        outbox.remove(tx, store.removeByAddress(tx, phone));
      return undefined;
    },
  };
}
