import type { ClubDb } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import { businessDayOf } from '../domain/business-day.ts';
import { startOfPlay } from '../domain/play-time.ts';
import type { Channel } from '../outbox/channels/channel.ts';
import { CHANNELS } from '../outbox/channels/table.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { QueueContext } from './message.ts';
import { bookingReminder, REMINDER_LEAD_MS } from './messages/booking-soon.ts';
import { enqueue, type Notifier, routeShort } from './notifier.ts';

const CHATS = CHANNELS.filter(({ form }) => form === 'chat').map(({ id }) => id);
const TELLS_TIME = ['booking.received', 'booking.moved'] as const;

/**
 * Queues reminders of bookings that start within 24 hours. None are queued earlier, so a booking that is cancelled or
 * moved leaves none behind.
 */
export class ReminderJob {
  readonly #deps;

  constructor(deps: {
    club: ClubDb;
    outbox: Outbox;
    notifier: Notifier;
    channels: readonly Channel[];
    sources: QueueContext['sources'];
    findBooking: (id: number) => Booking | null;
    listUpcomingBookings: (fromDate: string, toDate: string) => Booking[];
  }) {
    this.#deps = deps;
  }

  async run(now: number): Promise<void> {
    const { club, outbox, notifier, channels, sources, findBooking, listUpcomingBookings } = this.#deps;
    const candidates = listUpcomingBookings(businessDayOf(now), businessDayOf(now + REMINDER_LEAD_MS)).filter(
      (booking) => {
        const reminder = this.#reminderOf(booking, now);
        return reminder && !outbox.hasKey(reminder.key);
      },
    );
    if (candidates.length === 0) return;
    await club.write((tx) => {
      for (const { id } of candidates) {
        // The booking may have been cancelled before the transaction began.
        const booking = findBooking(id);
        const reminder = booking && this.#reminderOf(booking, now);
        const routed =
          reminder &&
          (notifier.routeChat(tx, bookingReminder, reminder) ?? routeShort(reminder, channels, sources));
        if (routed) enqueue(outbox, tx, bookingReminder, routed);
      }
    });
  }

  #reminderOf(booking: Booking, now: number) {
    const { outbox, channels, sources } = this.#deps;
    const event = { kind: 'booking.reminder_due' as const, booking_id: booking.id };
    const queued = bookingReminder.short?.queue(event, {
      now,
      booking,
      outbox,
      sources,
      takeBack: () => false,
    });
    const start = startOfPlay(booking);
    // Whoever booked or moved within this time has just read it in the chat.
    const wasTold = TELLS_TIME.some(
      (kind) => (outbox.lastOfKind(booking.id, kind, CHATS)?.at ?? 0) >= start - REMINDER_LEAD_MS,
    );
    if (wasTold) return null;
    const isReached =
      queued && channels.some((channel) => channel.form !== 'full' && channel.addressOf(queued.person));
    return isReached ? queued : null;
  }
}
