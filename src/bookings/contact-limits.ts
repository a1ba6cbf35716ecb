import type { Transaction } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import { Failure } from '../domain/failure.ts';
import { PersistentRateLimiter } from '../http/rate-limiter.ts';
import { DAY_MS } from './booking-limits.ts';
import { contactKeysOf } from './booking-origins.ts';
import { isConfirmedCustomer } from './confirmed-contact.ts';
import type { BookingServices } from './services.ts';

/**
 * Limits on new players per 24 hours, because each gets an email at an address that somebody typed. A court's three
 * places change hands a few times, more people wait for one in an open match, a host plays with a few groups, and
 * many homes share one network.
 */
const OF_BOOKING = new PersistentRateLimiter('players of booking', { limit: 12, window: DAY_MS });
const OF_MATCH = new PersistentRateLimiter('players of match', { limit: 24, window: DAY_MS });
const OF_HOST = new PersistentRateLimiter('players of host', { limit: 24, window: DAY_MS });
/** Enough for every place of a large event, taken and given back a few times. */
const OF_EVENT = new PersistentRateLimiter('players of event', { limit: 120, window: DAY_MS });
const OF_NETWORK = new PersistentRateLimiter('players of network', { limit: 60, window: DAY_MS });

/**
 * Counts a player who has entered a contact, or throws `rate_limited`. Players who join an open match come from
 * anywhere, so they don't use up the host's limit.
 */
export function assertContactLimit(
  tx: Transaction,
  { users, settings }: Pick<BookingServices, 'users' | 'settings'>,
  { booking, ip, isOpenMatch }: { booking: Booking; ip: string; isOpenMatch: boolean },
): void {
  const hostKeys = isOpenMatch ? [] : contactKeysOf(booking);
  // A stranger who types the host's address doesn't use up the host's limit.
  const whose = isConfirmedCustomer(tx.db, users, booking) ? 'confirmed ' : '';
  const waits = [
    (isOpenMatch ? OF_MATCH : OF_BOOKING).tryConsume(tx, String(booking.id)),
    OF_NETWORK.tryConsume(tx, ip),
    ...hostKeys.map(({ key }) => OF_HOST.tryConsume(tx, `${whose}${key}`)),
  ];
  assertNoWait(waits, settings.facts().phone);
}

/** The same for joining one of the club's events. */
export function assertJoinLimit(
  tx: Transaction,
  { settings }: Pick<BookingServices, 'settings'>,
  { eventId, ip }: { eventId: number; ip: string },
): void {
  const waits = [OF_EVENT.tryConsume(tx, String(eventId)), OF_NETWORK.tryConsume(tx, ip)];
  assertNoWait(waits, settings.facts().phone);
}

function assertNoWait(waits: readonly number[], clubPhone: string): void {
  const waitMs = Math.max(...waits);
  if (waitMs === 0) return;
  throw new Failure(
    'rate_limited',
    `Too many players were added from here today. Please call ${clubPhone} to add more.`,
    { retryAfter: Math.ceil(waitMs / 1000) },
  );
}
