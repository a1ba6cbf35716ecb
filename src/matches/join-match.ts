import { assertPlaceLimit } from '../bookings/booking-limits.ts';
import type { BookingOriginStore } from '../bookings/booking-origins.ts';
import { assertNotBlocked } from '../bookings/contact-blocks.ts';
import { assertContactLimit } from '../bookings/contact-limits.ts';
import { placeRefused } from '../bookings/places.ts';
import type { BookingServices } from '../bookings/services.ts';
import type { Transaction } from '../db/club-db.ts';
import type { User } from '../domain/api/account-answers.ts';
import type { Booking } from '../domain/booking.ts';
import { Failure } from '../domain/failure.ts';
import { type JoinMatch, placeHeldUntil } from '../domain/match.ts';
import { cancelBlock } from '../domain/self-service.ts';
import { joinerOf } from '../payers/joiner.ts';
import { isSamePerson, placesLeft } from '../payers/match-places.ts';
import type { MatchRow } from '../payers/match-store.ts';
import type { Contact, Payer } from '../payers/store.ts';
import { placePrice } from './match-view.ts';

/** Unpaid holds one person may use up per match. */
const HOLDS_OF_A_MATCH = 2;

interface JoinServices extends Pick<BookingServices, 'bookings' | 'holds' | 'settings' | 'users'> {
  origins: BookingOriginStore;
}

/**
 * Takes a place, which is held until money, a receipt or a promise comes, or joins its waiting list. Returns the
 * player.
 */
export function joinMatch(
  tx: Transaction,
  services: JoinServices,
  { match, booking }: { match: MatchRow; booking: Booking },
  input: JoinMatch,
  { user, ip }: { user: User | null; ip: string },
): number {
  const { bookings, settings, origins } = services;
  const block = cancelBlock(booking, tx.now);
  if (block) throw new Failure('wrong_state', `${block.title}. ${block.text}`);
  const payers = bookings.payers.listOf(booking);
  const isFree = placesLeft(match, payers) > 0;
  if (!isFree && !input.wait)
    throw new Failure(
      'wrong_state',
      'This match is full. You can join its waiting list, or choose another match.',
    );
  const facts = settings.facts();
  const joiner = joinerOf(input, user, facts, tx.now);
  const { user_id } = joiner;
  if (!mayJoin(payers, joiner)) throw placeRefused(facts.phone);
  assertNotBlocked(tx.db, { typed: joiner, user }, tx.now, facts.phone);
  if (user_id === null) assertContactLimit(tx, services, { booking, ip, isOpenMatch: true });
  const keys = origins.keysOf(ip, joiner, user);
  assertPlaceLimit(services, keys, { booking_id: booking.id }, tx.now);
  const id = bookings.payers.add(tx, booking.id, {
    ...joiner,
    name: input.name,
    level: input.level ?? null,
    state: isFree ? 'joined' : 'waiting',
    price: isFree ? placePrice(booking, payers) : 0,
    hold_until: isFree ? placeHeldUntil(booking, tx.now) : null,
  });
  origins.recordPlace(tx, id, keys);
  bookings.touch(tx, booking.id);
  tx.emit({ kind: 'payer.joined', booking_id: booking.id, payer_id: id });
  return id;
}

/**
 * A member gets one place, and none after being removed. For a guest, only places that lapsed count, because a
 * stranger may have typed the contact, and the answer would reveal who plays; `turnedAway` deals with a guest's
 * second place.
 */
function mayJoin(payers: readonly Payer[], contact: Pick<Contact, 'email' | 'user_id'>): boolean {
  const { user_id } = contact;
  const own = payers.filter((payer) => isSamePerson(payer, contact));
  const isKnown = own.some(({ state, taken_off }) => state !== 'left' || taken_off === 1);
  if (user_id !== null && isKnown) return false;
  // Players who only waited had no price.
  const inVain = own.filter(
    ({ state, taken_off, confirmed_at, price }) =>
      state === 'left' && taken_off === 0 && confirmed_at === null && price > 0,
  );
  const counted = inVain.filter((payer) => user_id === null || payer.user_id === user_id);
  return counted.length < HOLDS_OF_A_MATCH;
}
