import type { Transaction } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import { Failure } from '../domain/failure.ts';
import { PersistentRateLimiter } from '../http/rate-limiter.ts';
import { DAY_MS } from './booking-limits.ts';
import { contactKeysOf } from './booking-origins.ts';
import { isConfirmedCustomer } from './confirmed-contact.ts';
import type { BookingServices } from './services.ts';

/**
 * Limits per 24 hours on new players, because each is emailed at an address that somebody typed. The three places of a
 * court change hands a few times, more people wait for one in an open match, a host plays with a few groups, and many
 * homes share one network.
 */
const OF_BOOKING = new PersistentRateLimiter('players of booking', { limit: 12, window: DAY_MS });
const OF_MATCH = new PersistentRateLimiter('players of match', { limit: 24, window: DAY_MS });
const OF_HOST = new PersistentRateLimiter('players of host', { limit: 24, window: DAY_MS });
/** Every place of a large event, taken and given back a few times. */
const OF_EVENT = new PersistentRateLimiter('players of event', { limit: 120, window: DAY_MS });
const OF_NETWORK = new PersistentRateLimiter('players of network', { limit: 60, window: DAY_MS });

/**
 * Counts a player who has entered a contact, or throws `rate_limited`. Whoever joins an open match comes from anywhere,
 * so they use up nothing of its host.
 */
export function assertContactLimit(
  tx: Transaction,
  { users, settings }: Pick<BookingServices, 'users' | 'settings'>,
  { booking, ip, isOpenMatch }: { booking: Booking; ip: string; isOpenMatch: boolean },
): void {
  const hostKeys = isOpenMatch ? [] : contactKeysOf(booking);
  // A stranger who types the host's address uses up nothing of the host's own.
  const whose = isConfirmedCustomer(tx.db, users, booking) ? 'confirmed ' : '';
  const waits = [
    (isOpenMatch ? OF_MATCH : OF_BOOKING).tryConsume(tx, String(booking.id)),
    OF_NETWORK.tryConsume(tx, ip),
    ...hostKeys.map(({ key }) => OF_HOST.tryConsume(tx, `${whose}${key}`)),
  ];
  assertNoWait(waits, settings.facts().phone);
}

/** The same for somebody who joins an event of the club. */
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
