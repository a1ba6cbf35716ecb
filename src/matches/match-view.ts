import type { BookingStore } from '../bookings/store.ts';
import type { Match } from '../domain/api/match-routes.ts';
import type { Booking } from '../domain/booking.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { PLACES_OF_A_MATCH } from '../domain/match.ts';
import { startOfPlay } from '../domain/play-time.ts';
import { shortName } from '../domain/share.ts';
import type { MatchKeys } from '../players/match-keys.ts';
import { placesLeft, seatedPlayers } from '../players/match-places.ts';
import type { MatchRow } from '../players/match-store.ts';
import type { Player } from '../players/store.ts';

/** PKR: a quarter of the price, as long as the host has so much of it. */
export function placePrice(booking: Booking, players: readonly Player[]): number {
  const carried = (players[0]?.charge ?? booking.charge) - 1;
  return Math.max(0, Math.min(Math.floor(booking.charge / PLACES_OF_A_MATCH), carried));
}

export function toMatch(
  bookings: BookingStore,
  keys: MatchKeys,
  match: MatchRow,
  booking: Booking,
  now: number,
): Match {
  const players = bookings.players.listOf(booking);
  const { id, places, level_from, level_to, audience, text, decide_at } = match;
  const isOver = booking.status === 'cancelled' || startOfPlay(booking) <= now;
  const places_left = isOver ? 0 : placesLeft(match, players);
  return {
    id,
    date: booking.date,
    start_time: booking.start_time,
    slots: booking.slots,
    court_name: booking.court_name,
    places,
    places_left,
    level_from,
    level_to,
    for: audience,
    text,
    price: placePrice(booking, players),
    state: isOver ? 'over' : places_left === 0 ? 'full' : 'open',
    share: keys.shareUrl(match),
    decide_at: decide_at === null ? null : clubTimestamp(decide_at),
    players: seatedPlayers(players).map(({ name }) => shortName(name)),
  };
}
