import type { ClubDb } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import { businessDayOf } from '../domain/business-day.ts';
import { type Notifier, REMINDER_LEAD, smsKey } from './notifier.ts';

/** Bookings a look takes at most: a club of two courts has forty a day. */
const MAX_BOOKINGS = 500;

/**
 * Looks at the bookings of the coming day and queues the text messages that are due. Nothing is planned
 * ahead, so a booking that is cancelled or moved has no reminder that could be forgotten.
 */
export class ReminderJob {
  readonly #club: ClubDb;
  readonly #findBooking: (id: number) => Booking | null;
  readonly #notifier: Notifier;
  readonly #upcoming;
  readonly #existingKey;

  constructor(club: ClubDb, findBooking: (id: number) => Booking | null, notifier: Notifier) {
    this.#club = club;
    this.#findBooking = findBooking;
    this.#notifier = notifier;
    this.#upcoming = club.db.prepare<{ id: number }, [string, string]>(
      `SELECT id FROM booking WHERE date BETWEEN ? AND ? AND status <> 'cancelled' ORDER BY id LIMIT ${MAX_BOOKINGS}`,
    );
    this.#existingKey = club.db.prepare<{ one: number }, [string]>(
      'SELECT 1 AS one FROM outbox WHERE key = ?',
    );
  }

  async run(now: number): Promise<void> {
    const candidates = this.#upcoming
      .all(businessDayOf(now), businessDayOf(now + REMINDER_LEAD))
      .map(({ id }) => this.#findBooking(id))
      .filter((booking) => booking !== null)
      .filter((booking) => this.#notifier.canSendSms(booking) && !this.#existingKey.get(smsKey(booking)));
    if (candidates.length === 0) return;
    await this.#club.write((tx) => {
      for (const { id } of candidates) {
        // Looked at again under the lock: it may have been cancelled meanwhile.
        const booking = this.#findBooking(id);
        if (booking) this.#notifier.queueSms(tx, booking, 'sms.reminder');
      }
    });
  }
}
