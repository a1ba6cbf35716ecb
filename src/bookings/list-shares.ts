import type { Database } from 'bun:sqlite';
import type { Share } from '../domain/api/player-routes.ts';
import type { Booking } from '../domain/booking.ts';
import { shortName } from '../domain/clean-words.ts';
import { lastPaymentMethod } from '../domain/ledger.ts';
import { isShown, toShare } from '../players/answers.ts';
import { isConfirmedContact, isConfirmedCustomer } from './confirmed-contact.ts';
import type { Bookings } from './module.ts';

/** The shares of a booking as its customer sees them; `withLinks` adds those that no player has made their own. */
export function listShares({ store, playerKeys }: Bookings, booking: Booking, withLinks: boolean): Share[] {
  return store.players
    .listOf(booking)
    .filter(isShown)
    .map((player) => {
      const isUntaken = player.email === '' && player.erased === 0 && player.state !== 'left';
      const hasLink = withLinks && player.is_host === 0 && isUntaken;
      // Who has entered a contact is named to others by first name and initial.
      const isOwnName = player.is_host === 0 && player.email !== '';
      const name = isOwnName ? shortName(player.name) : player.name;
      return { ...toShare(player), name, ...(hasLink ? { join_url: playerKeys.joinUrl(player) } : {}) };
    });
}

/**
 * What a message about a share says; null when there is no such player. Anybody can type a stranger's address as a
 * player's, so an unconfirmed host is not even named to somebody who has neither paid nor confirmed the address.
 */
export function findPlayerMessage(db: Database, { store, playerKeys, services }: Bookings, id: number) {
  const row = store.players.findRow(id);
  const booking = row && store.findByActivity(row.activity_id);
  if (!booking) return null;
  const player = store.players.require(booking, id);
  const { users } = services;
  const confirmed = isConfirmedContact(users, player);
  const isNamed = confirmed || isConfirmedCustomer(db, users, booking);
  const entries = services.ledger.listByBooking(booking.id).filter((entry) => entry.player_id === id);
  return {
    ...player,
    paid_by: lastPaymentMethod(entries),
    confirmed,
    host_name: isNamed ? shortName(booking.name) : '',
    url: playerKeys.joinUrl(player),
    booking,
  };
}
