import type { Database } from 'bun:sqlite';
import { isConfirmedCustomer } from '../bookings/confirmed-contact.ts';
import type { BookingServices } from '../bookings/services.ts';
import type { Match } from '../domain/api/match-routes.ts';
import type { Booking } from '../domain/booking.ts';
import { businessDayOf, clubTimestamp } from '../domain/business-day.ts';
import { cleanWords, shortName } from '../domain/clean-words.ts';
import { PLACES_OF_A_MATCH } from '../domain/match.ts';
import { startOfPlay } from '../domain/play-time.ts';
import type { MatchKeys } from '../payers/match-keys.ts';
import { placesLeft } from '../payers/match-places.ts';
import type { MatchRow, MatchStore } from '../payers/match-store.ts';
import { hasPlace, type Payer } from '../payers/store.ts';

/** The part of the price that seated players do not cover; what is kept of players who left is on top. */
export function openPrice(booking: Booking, payers: readonly Payer[]): number {
  const seated = payers.filter((payer) => payer.position > 1 && hasPlace(payer));
  return seated.reduce((rest, { charge }) => rest - charge, booking.charge - 1);
}

/** PKR: a quarter of the price, as long as the host has that much of it. */
export function placePrice(booking: Booking, payers: readonly Payer[]): number {
  return Math.max(0, Math.min(Math.floor(booking.charge / PLACES_OF_A_MATCH), openPrice(booking, payers)));
}

interface MatchViewDeps extends Pick<BookingServices, 'bookings' | 'settings' | 'users'> {
  db: Database;
  store: MatchStore;
  keys: MatchKeys;
  now: () => number;
}

/** Open matches as anyone may see them. */
export class MatchViews {
  readonly #deps: MatchViewDeps;

  constructor(deps: MatchViewDeps) {
    this.#deps = deps;
  }

  /** Upcoming public matches, the next to play first. */
  list(): Match[] {
    const { store, now } = this.#deps;
    return store
      .listUpcoming(businessDayOf(now()))
      .flatMap((id) => this.#viewOf(store.find(id)) ?? [])
      .filter(({ state }) => state !== 'over')
      .sort((a, b) => startOfPlay(a) - startOfPlay(b));
  }

  /** Null for an unknown match, and for one whose link the visitor doesn't have. */
  find(id: number, key: string): { match: MatchRow; booking: Booking } | null {
    const { store, bookings, keys } = this.#deps;
    const match = store.find(id);
    return match && keys.opens(match, key) ? { match, booking: bookings.require(match.booking_id) } : null;
  }

  /** A booking's match as its host sees it; null if it isn't one. */
  ofBooking(booking: Booking): Match | null {
    const match = this.#deps.store.findByBooking(booking.id);
    return match && { ...this.view(match, booking), text: match.text };
  }

  #viewOf(match: MatchRow | null): Match | null {
    return match && this.view(match, this.#deps.bookings.require(match.booking_id));
  }

  /**
   * Visible to anyone, so an unconfirmed host's text is withheld until money has come or the address is confirmed.
   */
  view(match: MatchRow, booking: Booking): Match {
    const { db, bookings, users, settings, keys, now } = this.#deps;
    const payers = bookings.payers.listOf(booking);
    const { id, places, level_from, level_to, audience, text, decide_at } = match;
    const isOver = booking.status === 'cancelled' || startOfPlay(booking) <= now();
    const places_left = isOver ? 0 : placesLeft(match, payers);
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
      text: isConfirmedCustomer(db, users, booking) ? cleanWords(text) : '',
      // A full match's host has no place left to give, but the next player in line also pays a quarter.
      price: places_left > 0 ? placePrice(booking, payers) : Math.floor(booking.charge / PLACES_OF_A_MATCH),
      prepaid: !settings.current().matches.cash,
      state: isOver ? 'over' : places_left === 0 ? 'full' : 'open',
      share: keys.shareUrl(match),
      decide_at: decide_at === null ? null : clubTimestamp(decide_at),
      players: payers.filter(hasPlace).map(({ name }) => shortName(name)),
    };
  }
}
