import type { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserStore } from '../accounts/user-store.ts';
import { copyStoreFrom } from '../backups/copies/configured-store.ts';
import { findCopy } from '../backups/copies/find-copy.ts';
import { formatMoment, parseMoment } from '../backups/copies/snapshot-names-and-dates.ts';
import { type RestoreResult, restoreBackup, restoreCopy } from '../backups/restore.ts';
import { stopDeadlinesAfterRestore } from '../bookings/stop-deadlines-after-restore.ts';
import { BookingStore } from '../bookings/store.ts';
import { type Config, readConfig, SettingError } from '../config/load-config.ts';
import { advanceRowIds, NUMBER_GAP } from '../db/advance-row-ids.ts';
import { ClubDb } from '../db/club-db.ts';
import { OperatorError } from '../db/operator-error.ts';
import { siteHost } from '../domain/club.ts';
import { setAsideMessages } from '../notifications/set-messages-aside-after-restore.ts';
import { readSettings as readOwnerSettings } from '../settings/store.ts';
import { assertBooks } from './assert-books.ts';
import { type CommandContext, UsageError } from './command.ts';
import { createProgressLine } from './progress-line.ts';

/** Restores a backup file, or a copy from a folder or bucket, and reports what may be missing. */
export async function runRestore(context: CommandContext): Promise<number> {
  const [file] = context.positionals;
  const from = context.getString('from');
  if ((file === undefined) === (from === undefined)) {
    throw new UsageError('Name either the FILE of a backup, or --from with a folder or bucket of copies.');
  }
  const now = Date.now();
  const at = readMoment(context, 'at');
  const lostAt = Math.min(readMoment(context, 'lost-at') ?? now, now);
  const report: string[] = [];
  const progress = createProgressLine('bytes');
  const input = {
    dataDir: context.resolveDataDir(),
    withSettings: context.getBoolean('settings'),
    now: Date.now,
    progress,
    checkBooks: assertBooks,
    ...(context.getBoolean('exact') ? {} : { prepare: prepareAfterLoss(context, lostAt, report) }),
  };
  let result: RestoreResult;
  if (file !== undefined) {
    context.printStatus(`Checking ${file} …`);
    result = await restoreBackup({ ...input, file: resolve(file) }).finally(() => progress.clear());
  } else {
    const store = copyStoreFrom(from ?? '', readSettings(context));
    const choice = { club: context.getString('club'), at, name: context.getString('copy') };
    const found = await findCopy(store, choice, now);
    for (const warning of found.warnings) context.printStatus(warning);
    context.printStatus(`Restoring the copy of ${formatMoment(found.snapshot.at)} from ${store.location} …`);
    const acceptMissing = context.getBoolean('accept-missing');
    result = await restoreCopy({ ...input, ...found, store, acceptMissing }).finally(() => progress.clear());
  }
  printResult(context, result, report);
  return 0;
}

function readMoment(context: CommandContext, option: 'at' | 'lost-at'): number | undefined {
  const text = context.getString(option);
  if (text === undefined) return undefined;
  const moment = parseMoment(text);
  if (moment !== null) return moment;
  throw new UsageError(`--${option} is "${text}", but a time such as "2026-11-21 03:15" is expected.`);
}

/** The settings of the data folder without writing any; the settings of a copy are used only where it has none. */
function readSettings(context: CommandContext): Config {
  return readConfig(context.env, context.resolveDataDir());
}

/**
 * Changes a restored club for the case that its machine was lost after the copy: numbers continue higher, what
 * may have been sent is set aside, and clocks of unpaid bookings that ran out meanwhile stop.
 */
function prepareAfterLoss(context: CommandContext, lostAt: number, report: string[]) {
  return async (db: Database, stagingDir: string, copiedAt: number): Promise<void> => {
    const { publicUrl, smsEnabled } = readNotificationSettings(context, stagingDir);
    const nextNumber = advanceRowIds(db);
    const bookings = new BookingStore(db);
    const users = new UserStore(db);
    const loss = Math.max(lostAt, copiedAt);
    const setAside = await setAsideMessages(new ClubDb(db, () => loss), {
      lostAt: loss,
      ...{ host: siteHost(publicUrl), smsEnabled },
      quietHours: () => readOwnerSettings(db, {}).messages,
      findBooking: (id) => bookings.find(id),
      listUpcomingBookings: (fromDate, toDate) => bookings.listUpcoming(fromDate, toDate),
      findPreferences: (userId) => users.findPreferences(userId),
      findContactMessage: () => null,
    });
    const now = Date.now();
    const stopped = await new ClubDb(db, () => now).write((tx) =>
      stopDeadlinesAfterRestore(tx, bookings, now),
    );
    report.push(
      `May be missing: what was booked, paid or changed from ${formatMoment(copiedAt)} until the machine was lost, at the latest ${formatMoment(loss)}.`,
      `The next booking gets the number ${nextNumber}. The lost machine may have given the numbers from ${nextNumber - NUMBER_GAP} on.`,
    );
    if (setAside > 0) {
      report.push(
        `Set aside: ${setAside} emails and SMS that may have been sent. Look through them under Email & SMS in the dashboard.`,
      );
    }
    if (stopped > 0) {
      report.push(
        `Stopped: the clocks of ${stopped} unpaid bookings, whose payment may be among what is missing. Decide about each in the dashboard.`,
      );
    }
    report.push(
      "To find missing bookings in the club's own mail: padel-club missing-bookings --mail FOLDER-OR-MBOX",
    );
  };
}

function readNotificationSettings(
  context: CommandContext,
  stagingDir: string,
): { publicUrl: string; smsEnabled: boolean } {
  const folder = existsSync(join(stagingDir, 'club.toml')) ? stagingDir : context.resolveDataDir();
  try {
    const { publicUrl, sms } = readConfig(context.env, folder);
    return { publicUrl, smsEnabled: sms.url !== '' };
  } catch (error) {
    // The start of the site explains a wrong setting; it must not stop the restore.
    if (error instanceof SettingError || error instanceof OperatorError)
      return { publicUrl: 'http://localhost', smsEnabled: true };
    throw error;
  }
}

function printResult(context: CommandContext, result: RestoreResult, report: readonly string[]): void {
  const { manifest, previousDir, settings } = result;
  const fileCount = manifest.files.length + (manifest.stored_files?.length ?? 0);
  context.printStatus(`Restored the club as it was on ${manifest.made_at}, ${fileCount} files.`);
  if (previousDir) context.printStatus(`The previous club is in ${previousDir}`);
  if (settings === 'kept') context.printStatus('The settings file club.toml of this folder was kept.');
  if (settings === 'taken' && !manifest.secrets) {
    context.printStatus('This backup holds no passwords and keys: write those you use into club.toml.');
  }
  for (const line of report) context.printStatus(line);
}
