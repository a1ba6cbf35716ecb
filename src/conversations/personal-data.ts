import { jsonList, type PersonalDataSource } from '../db/personal-data-source.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { PayerStore } from '../payers/store.ts';
import type { ConversationStore } from './store.ts';

/**
 * Anybody types a number, so the download shows no chat of it. A chat goes with the person when nobody else has left its
 * number with a booking.
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
