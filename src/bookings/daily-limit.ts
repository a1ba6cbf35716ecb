import { Failure } from '../domain/failure.ts';
import { RateLimiter } from '../http/rate-limiter.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Half-hours: three days of both courts, booked out. Many homes share one address of a mobile network. */
const MAX_SLOTS_PER_CLIENT_IP = 252;
/** Bookings, and so letters to one mailbox that perhaps never asked for them. */
const MAX_BOOKINGS_PER_EMAIL = 30;

/**
 * How much visitors may book in 24 hours. Nothing is paid at that moment, so without it one machine could hold
 * every evening of the season within two minutes, or fill a stranger's mailbox. The desk is not bound by it.
 */
export class DailyBookingLimit {
  readonly #slotsByIp: RateLimiter;
  readonly #bookingsByEmail: RateLimiter;
  readonly #phone: string;

  constructor(phone: string, now: () => number) {
    this.#slotsByIp = new RateLimiter({ limit: MAX_SLOTS_PER_CLIENT_IP, window: DAY_MS }, now);
    this.#bookingsByEmail = new RateLimiter({ limit: MAX_BOOKINGS_PER_EMAIL, window: DAY_MS }, now);
    this.#phone = phone;
  }

  /** Counts a booking that is about to be made, or throws `rate_limited`. */
  consume(clientIp: string, booking: { email: string; slotIndexes: readonly number[] }): void {
    const retryAfterMs =
      this.#slotsByIp.tryConsume(clientIp, booking.slotIndexes.length) ||
      this.#bookingsByEmail.tryConsume(booking.email.toLowerCase());
    if (retryAfterMs === 0) return;
    throw new Failure(
      'rate_limited',
      `This is more than can be booked online in one day. Please call ${this.#phone} to book more.`,
      { retryAfter: Math.ceil(retryAfterMs / 1000) },
    );
  }
}
