import { isConfirmedContact } from '../bookings/confirmed-contact.ts';
import type { Bookings } from '../bookings/module.ts';
import { chosenUpdates } from '../domain/consent.ts';
import { heldWays } from '../domain/money-ways.ts';
import { itemInstructions } from '../domain/payment-instructions.ts';
import type { ItemMessage } from './item-message.ts';

/** Finds the content of a message to the payer of a place or purchase; null if there is no such payer. */
export function findItemMessage({ sole, items, keys, services }: Bookings, id: number): ItemMessage | null {
  const payer = sole.find(id);
  if (!payer) return null;
  const { charge: amount, received, balance, payment_method, state } = payer;
  const isOwing = state === 'joined' && balance > 0 && payment_method !== null;
  return {
    ...payer,
    ...chosenUpdates(payer.consents),
    receipt_waits: payer.receipt_waits === 1,
    item: items.kindOf(payer).view(payer),
    instructions: isOwing
      ? itemInstructions(payment_method, { id, amount, received }, services.settings.facts())
      : null,
    paid_ways: heldWays(services.ledger.listByPayer(payer)),
    confirmed: isConfirmedContact(services.users, payer),
    url: keys.payerUrl(payer),
  };
}
