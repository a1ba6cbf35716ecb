import type { ClubDb } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import { Outbox } from '../outbox/outbox.ts';
import { type RecipientSources, Recipients } from './message-preferences.ts';
import { Notifier } from './notifier.ts';
import type { QuietHours } from './quiet-hours.ts';
import { ReminderJob } from './reminders.ts';

const REASON =
  'the club was restored from a copy, and this message may have been sent before; send it again if it is needed';

/**
 * Sets the messages of a restored club aside that the lost machine may have sent until `lostAt`, reminders
 * included: none is sent a second time by itself. Admins find them in Email & SMS and can send each one.
 * The clock of `club` shows `lostAt`. Returns how many messages were set aside.
 */
export async function setAsideMessages(
  club: ClubDb,
  input: {
    lostAt: number;
    /** The part of a Message-ID after the @. */
    host: string;
    smsEnabled: boolean;
    quietHours: () => QuietHours;
    listUpcomingBookings: (fromDate: string, toDate: string) => Booking[];
  } & RecipientSources,
): Promise<number> {
  const outbox = new Outbox(club.db, input.host);
  const recipients = new Recipients(club.db, input);
  const notifier = new Notifier({ outbox, recipients, ...input });
  // The job queues what the lost machine has queued after the copy.
  await new ReminderJob({ club, outbox, notifier, ...input }).run(input.lostAt);
  return club.write((tx) => outbox.setAside(tx, REASON));
}
