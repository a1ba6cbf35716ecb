import type { Booking } from '../domain/booking.ts';
import { Failure } from '../domain/failure.ts';
import { RateLimiter, rateLimitedFailure } from '../http/rate-limiter.ts';

const HOUR_MS = 60 * 60_000;
const EMAIL_MESSAGE = 'Please enter the email address you booked with.';

/** How often receipts may be uploaded, and how often the email of a booking may be guessed. */
export class UploadLimits {
  readonly #uploadsPerIp;
  readonly #receiptsPerBooking;
  readonly #wrongEmailsPerIp;
  readonly #wrongEmailsPerBooking;

  constructor(now: () => number) {
    this.#uploadsPerIp = new RateLimiter({ limit: 60, window: 60_000 }, now);
    this.#receiptsPerBooking = new RateLimiter({ limit: 20, window: HOUR_MS }, now);
    this.#wrongEmailsPerIp = new RateLimiter({ limit: 20, window: HOUR_MS }, now);
    this.#wrongEmailsPerBooking = new RateLimiter({ limit: 40, window: HOUR_MS }, now);
  }

  /** Throws `rate_limited`; called before the body is read. */
  countUpload(ip: string): void {
    this.#uploadsPerIp.consume(ip);
  }

  /** Throws `rate_limited` when too many receipts were uploaded for one booking. */
  countReceipt(bookingId: number): void {
    this.#receiptsPerBooking.consume(String(bookingId));
  }

  /**
   * A guest shows by the booking's email that the booking is theirs; a missing and a wrong email get the same
   * answer. Only wrong ones count: for the address across all bookings, and for the booking across all
   * addresses. Throws `forbidden` or `rate_limited`.
   */
  assertBookingEmail(ip: string, booking: Booking, email: string): void {
    const bookingKey = String(booking.id);
    const waitMs = Math.max(
      this.#wrongEmailsPerIp.tryConsume(ip, 0),
      this.#wrongEmailsPerBooking.tryConsume(bookingKey, 0),
    );
    if (waitMs > 0) throw rateLimitedFailure(waitMs);
    if (email.toLowerCase() === booking.email.toLowerCase()) return;
    this.#wrongEmailsPerIp.consume(ip);
    this.#wrongEmailsPerBooking.consume(bookingKey);
    throw new Failure('forbidden', EMAIL_MESSAGE, { fields: { email: EMAIL_MESSAGE } });
  }
}
