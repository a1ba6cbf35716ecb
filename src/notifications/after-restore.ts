import type { ClubDb } from '../db/club-db.ts';
import { Outbox } from '../outbox/outbox.ts';
import { Templates } from '../outbox/templates.ts';
import { ChatTemplates } from './chat-templates.ts';
import { Notifier } from './notifier.ts';
import { ReminderJob } from './reminders.ts';

const REASON =
  'the club was restored from a copy and this message may already have been sent; send it again if needed';

/**
 * Sets aside messages of a restored club that the lost machine may have sent until `lostAt`, including reminders, so
 * that nothing is sent twice automatically. Owners find them in the message log and can send each one. The clock of
 * `club` shows `lostAt`. Returns how many were set aside.
 */
export async function setAsideMessages(
  club: ClubDb,
  input: {
    lostAt: number;
    /** The part of a Message-ID after the @. */
    host: string;
    publicUrl: string;
  } & Omit<ConstructorParameters<typeof ReminderJob>[0], 'club' | 'outbox' | 'notifier'>,
): Promise<number> {
  const outbox = new Outbox(club.db, input.host);
  // The job queues whatever the lost machine queued after the copy.
  if (input.channels.some(({ form }) => form !== 'full')) {
    const notifier = new Notifier({
      outbox,
      channels: input.channels,
      sources: { ...input.sources, findBooking: input.findBooking },
      templates: new ChatTemplates(input.publicUrl, new Templates(club.db)),
    });
    await new ReminderJob({ ...input, club, outbox, notifier }).run(input.lostAt);
  }
  return club.write((tx) => outbox.setAside(tx, REASON));
}
