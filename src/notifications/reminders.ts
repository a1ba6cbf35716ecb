import type { ClubDb } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import { businessDayOf } from '../domain/business-day.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { type Notifier, REMINDER_LEAD_MS, smsKey } from './notifier.ts';

/**
 * Queues the reminders of the bookings that start within 24 hours. No reminder is queued earlier, so a booking
 * that is cancelled or moved leaves none behind.
 */
export class ReminderJob {
  readonly #deps;

  constructor(deps: {
    club: ClubDb;
    outbox: Outbox;
    notifier: Notifier;
    findBooking: (id: number) => Booking | null;
    listUpcomingBookings: (fromDate: string, toDate: string) => Booking[];
  }) {
    this.#deps = deps;
  }

  async run(now: number): Promise<void> {
    const { club, outbox, notifier, findBooking, listUpcomingBookings } = this.#deps;
    const candidates = listUpcomingBookings(businessDayOf(now), businessDayOf(now + REMINDER_LEAD_MS)).filter(
      (booking) => notifier.canSendSms(booking) && !outbox.hasKey(smsKey(booking)),
    );
    if (candidates.length === 0) return;
    await club.write((tx) => {
      for (const { id } of candidates) {
        // The booking may have been cancelled before the transaction began.
        const booking = findBooking(id);
        if (booking) notifier.queueSms(tx, booking, 'sms.reminder');
      }
    });
  }
}
