import type { Database } from 'bun:sqlite';
import type { Share } from '../domain/api/payer-routes.ts';
import type { Booking } from '../domain/booking.ts';
import { shortName } from '../domain/clean-words.ts';
import { chosenUpdates } from '../domain/consent.ts';
import { heldWays } from '../domain/money-ways.ts';
import { customerPart } from '../domain/share.ts';
import { isShown, toShare } from '../payers/answers.ts';
import { turnedAway } from '../payers/match-places.ts';
import { isConfirmedContact, isConfirmedCustomer } from './confirmed-contact.ts';
import type { Bookings } from './module.ts';

/** A booking's payers as its customer sees them; `withLinks` adds the links nobody has claimed yet. */
export function listPayers({ store, keys }: Bookings, booking: Booking, withLinks: boolean): Share[] {
  return store.payers
    .listOf(booking)
    .filter(isShown)
    .map((payer) => {
      const isOther = payer.position > 1;
      const isUntaken = payer.email === '' && payer.erased === 0 && payer.state !== 'left';
      const hasLink = withLinks && isOther && isUntaken;
      // Players who have entered a contact appear to others by first name and initial.
      const name = isOther && payer.email !== '' ? shortName(payer.name) : payer.name;
      return { ...toShare(payer), name, ...(hasLink ? { join_url: keys.payerUrl(payer) } : {}) };
    });
}

/**
 * What a message to a payer says; null if the payer doesn't exist. Anyone can enter a stranger's address for a
 * player, so an unconfirmed host isn't even named to somebody who has neither paid nor confirmed the address.
 */
export function findPayerMessage(db: Database, { store, keys, services }: Bookings, id: number) {
  const payer = store.payers.find(id);
  if (!payer) return null;
  const { users, ledger } = services;
  const booking = store.require(payer.booking_id);
  const paid_ways = heldWays(ledger.listByPayer(payer));
  const isHostConfirmed = () => isConfirmedCustomer(db, users, booking);
  const updates = chosenUpdates(payer.consents);
  if (payer.position === 1) {
    const own = customerPart(store.payers.listOf(booking));
    return {
      ...payer,
      ...updates,
      ...own,
      paid_ways,
      confirmed: isHostConfirmed(),
      turned_away: null,
      host_name: '',
      url: keys.manageUrl(booking),
      booking: { ...booking, ...own },
    };
  }
  const confirmed = isConfirmedContact(users, payer);
  const host_name = confirmed || isHostConfirmed() ? shortName(booking.name) : '';
  const turned_away = turnedAway(store.payers.listOf(booking), payer);
  const url = keys.payerUrl(payer);
  return { ...payer, ...updates, paid_ways, confirmed, turned_away, host_name, url, booking };
}
