import type { Booking } from '../domain/booking.ts';
import { Failure } from '../domain/failure.ts';
import { BOOKING_KEY_HEADER } from '../domain/self-service.ts';
import { type ClientIpResolver, networkKeys, type RequestContext } from '../http/client-ip.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import type { Session } from '../http/session-guard.ts';
import type { PayerKeys } from './payer-keys.ts';
import type { SolePayer, SolePayerStore } from './sole-payer-store.ts';
import type { Payer, PayerStore } from './store.ts';

const HOUR_MS = 60 * 60_000;
const WRONG_KEYS_PER_NETWORK = { limit: 30, window: HOUR_MS };
const WRONG_KEYS_PER_NUMBER = { limit: 60, window: HOUR_MS };
/**
 * How many ids a network may look up without a key: few compared with a day's bookings, so nobody can read off how
 * busy the club is.
 */
const NUMBERS_PER_NETWORK = { limit: 30, window: 24 * HOUR_MS };
/** Looking up the same id again is free: pages reload, and hundreds of people share one mobile network address. */
const NUMBER_ONCE = { limit: 1, window: 24 * HOUR_MS };

export type AccessContext = RequestContext & { session: Session | null };

/**
 * Decides whether a request comes from a booking's customer (its member, an admin, or a holder of its key) or from
 * another of its payers (that payer's member or a holder of that payer's key).
 */
export class PayerAccess {
  readonly #payers: PayerStore;
  readonly #sole: SolePayerStore;
  readonly #keys: PayerKeys;
  readonly #getClientIp: ClientIpResolver;
  readonly #wrongKeysPerNetwork;
  readonly #wrongKeysPerNumber;
  readonly #numbersPerNetwork;
  readonly #knownNumbers;

  constructor(
    { payers, sole }: { payers: PayerStore; sole: SolePayerStore },
    keys: PayerKeys,
    getClientIp: ClientIpResolver,
    now: () => number,
  ) {
    this.#payers = payers;
    this.#sole = sole;
    this.#keys = keys;
    this.#getClientIp = getClientIp;
    this.#wrongKeysPerNetwork = new RateLimiter(WRONG_KEYS_PER_NETWORK, now);
    this.#wrongKeysPerNumber = new RateLimiter(WRONG_KEYS_PER_NUMBER, now);
    this.#numbersPerNetwork = new RateLimiter(NUMBERS_PER_NETWORK, now);
    this.#knownNumbers = new RateLimiter(NUMBER_ONCE, now);
  }

  /**
   * False for a stranger without a key. A wrong key throws `forbidden`, too many of them `rate_limited`; both are the
   * same for an id that no booking has. The right key always works, so strangers' attempts lock out neither the
   * customer nor others on the same network.
   */
  isCustomer(id: number, booking: Booking | null, context: AccessContext): boolean {
    if (booking && isOwnSession(booking, context.session)) return true;
    const key = context.request.headers.get(BOOKING_KEY_HEADER);
    if (key === null) return false;
    if (this.#keys.matches(booking ?? { id, email: '?' }, key) && booking) return true;
    throw this.#wrongKey(String(id), context);
  }

  /** Counts an id that is looked up without a key, whether a booking has it or not. Throws `rate_limited`. */
  countLookUp(id: number, context: RequestContext): void {
    const ip = this.#getClientIp(context);
    const pair = `${networkKeys(ip)[0]?.key} ${id}`;
    if (this.#knownNumbers.tryConsume(pair, 0) > 0) return;
    this.#numbersPerNetwork.consume(ip);
    this.#knownNumbers.consume(pair);
  }

  /** Only the member and key holders can read the booking's links: with them, an admin could act as the customer. */
  mayHaveLink(booking: Booking, { request, session }: AccessContext): boolean {
    const key = request.headers.get(BOOKING_KEY_HEADER);
    return session?.user.id === booking.user_id || (key !== null && this.#keys.matches(booking, key));
  }

  /** The customer's booking; for strangers, no booking has this id. */
  require(id: number, booking: Booking | null, context: AccessContext): Booking {
    if (this.isCustomer(id, booking, context) && booking) return booking;
    throw bookingNotFound();
  }

  /**
   * The payer of an item, or a payer of a booking other than its customer; access follows the booking's rules. Throws
   * `forbidden` for a wrong or missing key and `rate_limited` after too many wrong ones, also for ids that no payer
   * has. Nothing opens an erased payer's page: without a contact the key would be the invitation's, which others
   * have.
   */
  requirePayer(id: number, context: AccessContext): Payer | SolePayer {
    const payer = this.#payers.find(id) ?? this.#sole.find(id);
    if (payer && this.isPayer(payer, context)) return payer;
    if (!context.request.headers.has(BOOKING_KEY_HEADER)) throw forbidden();
    throw this.#wrongKey(`payer ${id}`, context);
  }

  /** Whether a payer other than the customer is asking, with their own key or signed in. */
  isPayer(payer: Payer | SolePayer, { request, session }: AccessContext): boolean {
    if ((payer.booking_id !== null && payer.position === 1) || payer.erased === 1) return false;
    if (session !== null && payer.user_id === session.user.id) return true;
    const key = request.headers.get(BOOKING_KEY_HEADER);
    return key !== null && this.#keys.matchesPayer(payer, key);
  }

  #wrongKey(number: string, context: AccessContext): Failure {
    this.#wrongKeysPerNetwork.consume(this.#getClientIp(context));
    this.#wrongKeysPerNumber.consume(number);
    return forbidden();
  }
}

export function bookingNotFound(): Failure {
  return new Failure('not_found', 'There is no booking with this number.');
}

/** The id in an address; throws `not_found` for anything else. */
export function parseBookingId(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw bookingNotFound();
}

function forbidden(): Failure {
  return new Failure(
    'forbidden',
    'This link no longer works. Please use the newest message about this booking, or ask for a new link.',
  );
}

function isOwnSession(booking: Booking, session: Session | null): boolean {
  return session !== null && (session.user.is_admin || session.user.id === booking.user_id);
}
