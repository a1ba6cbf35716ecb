import type { ClubDb } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import { businessDayOf } from '../domain/business-day.ts';
import { type NoticeQueue, REMINDER_LEAD, textKey } from './queue.ts';

/** Bookings a look takes at most: a club of two courts has forty a day. */
const MOST = 500;

/**
 * Looks at the bookings of the coming day and queues the text messages that are due. Nothing is planned
 * ahead, so a booking that is cancelled or moved has no reminder that could be forgotten.
 */
export class ReminderRound {
  readonly #club: ClubDb;
  readonly #findBooking: (id: number) => Booking | null;
  readonly #queue: NoticeQueue;
  readonly #upcoming;
  readonly #known;

  constructor(club: ClubDb, findBooking: (id: number) => Booking | null, queue: NoticeQueue) {
    this.#club = club;
    this.#findBooking = findBooking;
    this.#queue = queue;
    this.#upcoming = club.db.prepare<{ id: number }, [string, string]>(
      `SELECT id FROM booking WHERE date BETWEEN ? AND ? AND status <> 'cancelled' ORDER BY id LIMIT ${MOST}`,
    );
    this.#known = club.db.prepare<{ one: number }, [string]>('SELECT 1 AS one FROM outbox WHERE key = ?');
  }

  async run(now: number): Promise<void> {
    const fresh = this.#upcoming
      .all(businessDayOf(now), businessDayOf(now + REMINDER_LEAD))
      .map(({ id }) => this.#findBooking(id))
      .filter((booking) => booking !== null)
      .filter((booking) => this.#queue.mayText(booking) && !this.#known.get(textKey(booking)));
    if (fresh.length === 0) return;
    await this.#club.write((tx) => {
      for (const { id } of fresh) {
        // Looked at again under the lock: it may have been cancelled meanwhile.
        const booking = this.#findBooking(id);
        if (booking) this.#queue.queueText(tx, booking, 'sms.reminder');
      }
    });
  }
}
