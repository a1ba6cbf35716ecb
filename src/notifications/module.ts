import type { ClubDb } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import type { Club } from '../domain/club.ts';
import type { MessageStyle } from '../domain/email-greeting.ts';
import type { LedgerEntry } from '../domain/ledger.ts';
import type { Log } from '../http/log.ts';
import type { Job } from '../jobs.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { WorkerOptions } from './channel-worker.ts';
import { type ComposeDeps, composeMessage } from './compose-message.ts';
import { createFileTransport, createSmtpTransport, type SmtpTimeouts } from './email-transports.ts';
import { type RecipientSources, Recipients } from './message-preferences.ts';
import { Notifier } from './notifier.ts';
import { OutboxWorker } from './outbox-worker.ts';
import type { QuietHours } from './quiet-hours.ts';
import { ReminderJob } from './reminders.ts';
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

/** Queues the messages about the club's events, and composes and sends what the outbox holds. */
export function createNotificationsModule(
  deps: {
    club: ClubDb;
    clubFacts: () => Club;
    /** The owner's words for emails, and when text messages wait. */
    messageSettings: () => MessageStyle & QuietHours;
    transports: TransportSettings;
    outbox: Outbox;
    /** Where emails are written while no mail server is set up. */
    folder: string;
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
  const { club, clubFacts, outbox, findBooking, listLedgerEntries, log, now } = deps;
  const { manageUrl, confirmationUrl, listUpcomingBookingsOf, messageSettings } = deps;
  const { findWishMessage, findOfferMessage } = deps;
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
        : createFileTransport(deps.folder, from),
      smsTransport: sms.url ? createSmsTransport(sms) : null,
    });
  };

  const jobs: Job[] = [{ name: 'reminders', minutes: 1, run: () => reminders.run(now()) }];
  return { jobs, api: { createOutboxWorker } };
}

/** The sender of emails where club.toml names none. */
function senderOf({ name, email }: Club): string {
  return `"${name.replace(/["\\]/g, '')}" <${email}>`;
}

export type NotificationsModule = ReturnType<typeof createNotificationsModule>;
