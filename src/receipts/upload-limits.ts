import type { Booking } from '../domain/booking.ts';
import { Failure } from '../domain/failure.ts';
import { RateLimiter, rateLimitedFailure } from '../http/rate-limiter.ts';

const HOUR_MS = 60 * 60_000;
/** Bytes of images from one network; an evening's uploads by everybody around a club are a third of this. */
const STORED_BYTES_PER_NETWORK = { limit: 24_000_000, window: HOUR_MS };
const EMAIL_MESSAGE = 'Please enter the email address you booked with.';

/** How often receipts may be uploaded, and how often a booking's email may be guessed. */
export class UploadLimits {
  readonly #uploadsPerIp;
  readonly #receiptsPerBooking;
  readonly #storedBytes;
  readonly #wrongEmailsPerIp;
  readonly #wrongEmailsPerBooking;
  readonly #wrongEmailsPerIpOnGuessedBooking;

  constructor(now: () => number) {
    this.#uploadsPerIp = new RateLimiter({ limit: 60, window: 60_000 }, now);
    this.#receiptsPerBooking = new RateLimiter({ limit: 20, window: HOUR_MS }, now);
    this.#storedBytes = new RateLimiter(STORED_BYTES_PER_NETWORK, now);
    this.#wrongEmailsPerIp = new RateLimiter({ limit: 20, window: HOUR_MS }, now);
    this.#wrongEmailsPerBooking = new RateLimiter({ limit: 40, window: HOUR_MS }, now);
    this.#wrongEmailsPerIpOnGuessedBooking = new RateLimiter({ limit: 1, window: HOUR_MS }, now);
  }

  /** Throws `rate_limited`; called before the body is read. */
  countUpload(ip: string): void {
    this.#uploadsPerIp.consume(ip);
  }

  /**
   * Throws `rate_limited` if there were too many receipts for `booking 12` or `player 7`, or too many bytes from the
   * sender, a network or an account.
   */
  countReceipt(key: string, sender: string): void {
    this.#storedBytes.assertAllowed(sender);
    this.#receiptsPerBooking.consume(key);
  }

  countStored(sender: string, bytes: number): void {
    this.#storedBytes.tryConsume(sender, bytes);
  }

  /**
   * A guest proves that a booking is theirs with its email; a missing email gets the same answer as a wrong one.
   * Wrong ones count for the IP address across all bookings, and for the booking across all IP addresses: beyond the
   * booking's limit, each IP address gets one wrong attempt per hour, so that guessing strangers don't lock out its
   * customer. Throws `forbidden` or `rate_limited`.
   */
  assertBookingEmail(ip: string, booking: Booking, email: string): void {
    const bookingKey = String(booking.id);
    const ipAndBookingKey = `${ip} ${booking.id}`;
    const waitMs = Math.max(
      this.#wrongEmailsPerIp.tryConsume(ip, 0),
      this.#wrongEmailsPerIpOnGuessedBooking.tryConsume(ipAndBookingKey, 0),
    );
    if (waitMs > 0) throw rateLimitedFailure(waitMs);
    // A walk-in without an email has nothing that could prove anything.
    if (booking.email !== '' && email.toLowerCase() === booking.email.toLowerCase()) return;
    this.#wrongEmailsPerIp.consume(ip);
    if (this.#wrongEmailsPerBooking.tryConsume(bookingKey) > 0) {
      this.#wrongEmailsPerIpOnGuessedBooking.consume(ipAndBookingKey);
    }
    throw new Failure('forbidden', EMAIL_MESSAGE, { fields: { email: EMAIL_MESSAGE } });
  }
}
