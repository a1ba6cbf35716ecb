import { join } from 'node:path';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import type { AccountMessage } from '../domain/account-message.ts';
import type { Booking } from '../domain/booking-and-booking-request.ts';
import { type Club, siteHost } from '../domain/club.ts';
import type { MessageStyle } from '../domain/email-greeting-and-signature.ts';
import type { LedgerEntry } from '../domain/ledger.ts';
import type { Log } from '../http/log.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import type { WorkerOptions } from './channel-worker.ts';
import { type ComposeDeps, composeMessage } from './compose-message.ts';
import { createFileTransport, createSmtpTransport, type SmtpTimeouts } from './email-transports.ts';
import { type RecipientSources, Recipients } from './message-preferences.ts';
import { Notifier } from './notifier.ts';
import { Outbox } from './outbox.ts';
import { OutboxList } from './outbox-list.ts';
import { readOutboxStats } from './outbox-stats.ts';
import { OutboxWorker } from './outbox-worker.ts';
import { outboxPersonalData } from './personal-data.ts';
import { queueAccountMessage } from './queue-account-message.ts';
import type { QuietHours } from './quiet-hours.ts';
import { ReminderJob } from './reminders.ts';
import { outboxRoutes } from './routes.ts';
import { createSmsTransport } from './sms-transport.ts';
import { WaitingListNotifier } from './waiting-list-notifier.ts';

/** The sections [mail] and [sms] of club.toml. */
export interface TransportSettings {
  mail: { smtp_url: string; from: string };
  sms: { url: string; token: string; from: string };
}

/** What tests change about a worker. */
export interface WorkerSettings {
  transports?: TransportSettings;
  options?: WorkerOptions;
  smtpTimeouts?: SmtpTimeouts;
  random?: () => number;
}

/** Queues and sends emails and text messages, and lists them for admins. Only this module uses the table outbox. */
export function createNotificationsModule(
  deps: {
    guard: SessionGuard;
    club: ClubDb;
    clubFacts: () => Club;
    /** The owner's words for emails, and when text messages wait. */
    messageSettings: () => MessageStyle & QuietHours;
    transports: TransportSettings;
    dataDir: string;
    log: Log;
    now: () => number;
    listUpcomingBookings: (fromDate: string, toDate: string) => Booking[];
    listLedgerEntries: (bookingId: number) => LedgerEntry[];
    manageUrl: ComposeDeps['manageUrl'];
    confirmationUrl: ComposeDeps['confirmationUrl'];
    listUpcomingBookingsOf: ComposeDeps['listUpcomingBookingsOf'];
    findWishMessage: ComposeDeps['findWishMessage'];
    findOfferMessage: ComposeDeps['findOfferMessage'];
  } & RecipientSources,
) {
  const { guard, club, clubFacts, findBooking, listLedgerEntries, log, now } = deps;
  const { manageUrl, confirmationUrl, listUpcomingBookingsOf, messageSettings } = deps;
  const { findWishMessage, findOfferMessage } = deps;
  const outbox = new Outbox(club.db, siteHost(clubFacts().public_url));
  const recipients = new Recipients(club.db, deps);
  const smsEnabled = deps.transports.sms.url !== '';
  const notifier = new Notifier({ outbox, recipients, findBooking, smsEnabled, quietHours: messageSettings });
  const reminders = new ReminderJob({ ...deps, outbox, notifier });
  const waitingList = new WaitingListNotifier({ outbox, smsEnabled, findWishMessage, findOfferMessage });
  club.onEventInTransaction((event, tx) => {
    notifier.handleEvent(event, tx);
    waitingList.handleEvent(event, tx);
  });

  /** Creates the worker that sends the queued messages; `start()` starts it. */
  const createOutboxWorker = (settings: WorkerSettings = {}): OutboxWorker => {
    const { mail, sms } = settings.transports ?? deps.transports;
    const from = () => mail.from || senderOf(clubFacts());
    return new OutboxWorker({
      ...{ club, outbox, log, now, ...settings },
      compose: (row, at) =>
        composeMessage(row, at, {
          ...{ recipients, findBooking, listLedgerEntries, quietHours: messageSettings() },
          facts: { ...clubFacts(), style: messageSettings() },
          ...{ manageUrl, confirmationUrl, listUpcomingBookingsOf },
          ...{ findWishMessage, findOfferMessage },
        }),
      emailTransport: mail.smtp_url
        ? createSmtpTransport({ url: mail.smtp_url, from }, settings.smtpTimeouts)
        : createFileTransport(join(deps.dataDir, 'outbox'), from),
      smsTransport: sms.url ? createSmsTransport(sms) : null,
    });
  };

  const jobs: Job[] = [
    { name: 'reminders', minutes: 1, run: () => reminders.run(now()) },
    { name: 'outbox', minutes: 12 * 60, run: () => club.write((tx) => outbox.deleteExpired(tx)) },
  ];
  const mail = deps.transports.mail.smtp_url ? ('smtp' as const) : ('files' as const);
  return {
    routes: outboxRoutes({
      ...{ guard, club, mail },
      outbox: new OutboxList(club.db),
      sms: smsEnabled ? 'on' : 'off',
    }),
    jobs,
    api: {
      notifyAccount: (tx: Transaction, message: AccountMessage) => queueAccountMessage(outbox, tx, message),
      personalData: outboxPersonalData(club.db, join(deps.dataDir, 'outbox')),
      mail,
      outboxStats: () => readOutboxStats(club.db, now()),
      createOutboxWorker,
    },
  };
}

/** The sender of emails where club.toml names none. */
function senderOf({ name, email }: Club): string {
  return `"${name.replace(/["\\]/g, '')}" <${email}>`;
}

export type NotificationsModule = ReturnType<typeof createNotificationsModule>;
