import { Failure } from '../domain/failure.ts';
import { RateLimiter } from '../http/rate-limiter.ts';

const DAY = 24 * 60 * 60_000;
/** Half-hours: three days of both courts, booked out. Many homes share one address of a mobile network. */
const HALF_HOURS_OF_ADDRESS = 252;
/** Bookings, and so letters to one mailbox that perhaps never asked for them. */
const BOOKINGS_OF_EMAIL = 30;

/**
 * How much visitors may book in 24 hours. Nothing is paid at that moment, so without it one machine could hold
 * every evening of the season within two minutes, or fill a stranger's mailbox. The desk is not bound by it.
 */
export class DayAllowance {
  readonly #addresses: RateLimiter;
  readonly #emails: RateLimiter;
  readonly #phone: string;

  constructor(phone: string, now: () => number) {
    this.#addresses = new RateLimiter({ limit: HALF_HOURS_OF_ADDRESS, window: DAY }, now);
    this.#emails = new RateLimiter({ limit: BOOKINGS_OF_EMAIL, window: DAY }, now);
    this.#phone = phone;
  }

  /** Counts a booking that is about to be made, or throws `rate_limited`. */
  take(address: string, booking: { email: string; hours: readonly number[] }): void {
    const wait =
      this.#addresses.tryConsume(address, booking.hours.length) ||
      this.#emails.tryConsume(booking.email.toLowerCase());
    if (wait === 0) return;
    throw new Failure(
      'rate_limited',
      `This is more than can be booked online in one day. Please call ${this.#phone} to book more.`,
      { retryAfter: Math.ceil(wait / 1000) },
    );
  }
}
