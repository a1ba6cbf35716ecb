import type { ClubDb } from '../db/club-db.ts';
import type { Preferences } from '../domain/account.ts';
import type { Booking } from '../domain/booking.ts';
import type { Club } from '../domain/club.ts';
import type { MessageStyle } from '../domain/email-greeting.ts';
import type { Log } from '../http/log.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { OutboxList } from '../outbox/outbox-list.ts';
import type { WorkerOptions } from './channel-worker.ts';
import { createFileTransport, createSmtpTransport, type SmtpTimeouts } from './email-transports.ts';
import type { Sources } from './message.ts';
import { findMessage } from './messages/table.ts';
import { Notifier } from './notifier.ts';
import { OutboxWorker } from './outbox-worker.ts';
import type { QuietHours } from './quiet-hours.ts';
import { Recipients } from './recipients.ts';
import { ReminderJob } from './reminders.ts';
import { outboxRoutes } from './routes.ts';
import { createSmsTransport } from './sms-transport.ts';

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

/** Queues the messages about the club's events, sends what the outbox holds, and lists it for admins. */
export function createNotificationsModule(
  deps: {
    guard: SessionGuard;
    club: ClubDb;
    clubFacts: () => Club;
    /** The owner's words for emails, and when text messages wait. */
    messageSettings: () => MessageStyle & QuietHours;
    transports: TransportSettings;
    outbox: { outbox: Outbox; list: OutboxList; folder: string; mail: 'smtp' | 'files' };
    log: Log;
    now: () => number;
    findPreferences: (userId: number) => Preferences | null;
    listUpcomingBookings: (fromDate: string, toDate: string) => Booking[];
  } & Omit<Sources, 'club' | 'quietHours' | 'recipients'>,
) {
  const { guard, club, clubFacts, messageSettings, log, now } = deps;
  const { outbox, list, folder, mail } = deps.outbox;
  const smsEnabled = deps.transports.sms.url !== '';
  const sources: Sources = {
    ...deps,
    club: () => ({ ...clubFacts(), style: messageSettings() }),
    quietHours: messageSettings,
    recipients: new Recipients(club.db, deps.findPreferences),
  };
  const notifier = new Notifier({ outbox, smsEnabled, sources });
  club.onEventInTransaction((event, tx) => notifier.handleEvent(event, tx));
  const reminders = new ReminderJob({ ...deps, outbox, sources });

  /** Creates the worker that sends the queued messages; `start()` starts it. */
  const createOutboxWorker = (settings: WorkerSettings = {}): OutboxWorker => {
    const transports = settings.transports ?? deps.transports;
    const from = () => transports.mail.from || senderOf(clubFacts());
    return new OutboxWorker({
      ...settings,
      club,
      outbox,
      log,
      now,
      compose: (row, at) =>
        findMessage(row.kind)?.compose(row, at, sources) ?? {
          action: 'withdraw',
          reason: `the server does not know the message ${row.kind}`,
        },
      emailTransport: transports.mail.smtp_url
        ? createSmtpTransport({ url: transports.mail.smtp_url, from }, settings.smtpTimeouts)
        : createFileTransport(folder, from),
      smsTransport: transports.sms.url ? createSmsTransport(transports.sms) : null,
    });
  };

  const jobs: Job[] = smsEnabled ? [{ name: 'reminders', minutes: 1, run: () => reminders.run(now()) }] : [];
  const sms = smsEnabled ? ('on' as const) : ('off' as const);
  return { routes: outboxRoutes({ guard, club, list, mail, sms }), jobs, api: { createOutboxWorker } };
}

/** The sender of emails where club.toml names none. */
function senderOf({ name, email }: Club): string {
  return `"${name.replace(/["\\]/g, '')}" <${email}>`;
}

export type NotificationsModule = ReturnType<typeof createNotificationsModule>;
