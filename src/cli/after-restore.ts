import type { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserStore } from '../accounts/user-store.ts';
import { formatMoment } from '../backups/copy-name.ts';
import { stopDeadlinesAfterRestore } from '../bookings/stop-deadlines.ts';
import { BookingStore } from '../bookings/store.ts';
import { readConfig, SettingError } from '../config/load-config.ts';
import { advanceRowIds, NUMBER_GAP } from '../db/advance-row-ids.ts';
import { recordAuditEntry } from '../db/audit-log.ts';
import { ClubDb } from '../db/club-db.ts';
import { OperatorError } from '../db/operator-error.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { siteHost } from '../domain/club.ts';
import { counted } from '../domain/counted.ts';
import { setAsideMessages } from '../notifications/after-restore.ts';
import { Recipients } from '../notifications/recipients.ts';
import type { Channel } from '../outbox/channels/channel.ts';
import { CHANNELS } from '../outbox/channels/table.ts';
import { readSettings as readOwnerSettings } from '../settings/settings.ts';
import type { CommandContext } from './command.ts';

/** A shorter time than this misses nothing worth looking for. */
const MISSED_MS = 60_000;

/**
 * Adjusts a restored club for a machine that was lost after the copy: numbers continue higher, messages that may have
 * been sent are set aside, and deadlines of unpaid bookings that passed in the meantime are cleared.
 */
export function prepareAfterLoss(context: CommandContext, lostAt: number, report: string[]) {
  return async (db: Database, stagingDir: string, copiedAt: number): Promise<void> => {
    const { publicUrl, channels } = readNotificationSettings(context, stagingDir);
    const nextNumber = advanceRowIds(db);
    const bookings = new BookingStore(db);
    const loss = Math.max(lostAt, copiedAt);
    const setAside = await setAsideMessages(new ClubDb(db, () => loss), {
      lostAt: loss,
      host: siteHost(publicUrl),
      publicUrl,
      channels,
      sources: {
        quietHours: () => readOwnerSettings(db, {}).messages,
        recipients: new Recipients(db, new UserStore(db)),
        findWaitlistEntry: () => null,
        findOffer: () => null,
        findPayer: () => null,
        findItemPayer: () => null,
      },
      findBooking: (id) => bookings.find(id),
      listUpcomingBookings: (fromDate, toDate) => bookings.listUpcoming(fromDate, toDate),
    });
    const now = Date.now();
    const stopped = await new ClubDb(db, () => now).write((tx) => {
      const window = { from: clubTimestamp(copiedAt), until: clubTimestamp(loss) };
      recordAuditEntry(tx, { kind: 'operator', user_id: null }, 'restored', 'club', 1, window);
      return stopDeadlinesAfterRestore(tx, bookings, now);
    });
    const mayMiss = loss - copiedAt >= MISSED_MS;
    if (mayMiss)
      report.push(
        `May be missing: what was booked, paid or changed from ${formatMoment(copiedAt)} until the machine was lost, at the latest ${formatMoment(loss)}.`,
      );
    report.push(
      `The next booking will be number ${nextNumber}. The lost machine may have used the numbers from ${nextNumber - NUMBER_GAP} on.`,
    );
    if (setAside > 0) {
      report.push(
        `Set aside: ${counted(setAside, 'email or SMS', 'emails and SMS')} that may have been sent. Look through them in the dashboard under Club, Message log.`,
      );
    }
    if (stopped > 0) {
      report.push(
        `Stopped: the deadlines of ${counted(stopped, 'unpaid booking')} whose payment may be missing. Decide about each in the dashboard.`,
      );
    }
    if (mayMiss)
      report.push(
        'The “New booking” emails in the club’s mailbox list the bookings from that time. Enter them in the dashboard, and anything customers show you.',
      );
  };
}

function readNotificationSettings(
  context: CommandContext,
  stagingDir: string,
): { publicUrl: string; channels: readonly Channel[] } {
  const folder = existsSync(join(stagingDir, 'club.toml')) ? stagingDir : context.resolveDataDir();
  try {
    const config = readConfig(context.env, folder);
    return { publicUrl: config.publicUrl, channels: CHANNELS.filter(({ isSetUp }) => isSetUp(config)) };
  } catch (error) {
    // Starting the site explains a wrong setting; it must not stop the restore.
    if (error instanceof SettingError || error instanceof OperatorError)
      return { publicUrl: 'http://localhost', channels: CHANNELS };
    throw error;
  }
}
