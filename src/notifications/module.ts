import { join } from 'node:path';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import type { AccountMessage } from '../domain/account-message.ts';
import type { Booking } from '../domain/booking.ts';
import { type Club, siteHost } from '../domain/club.ts';
import type { Log } from '../http/log.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import type { WorkerOptions } from './channel-worker.ts';
import { composeMessage } from './compose.ts';
import { createFileTransport, createSmtpTransport, type SmtpTimeouts } from './email-transports.ts';
import { Notifier } from './notifier.ts';
import { Outbox } from './outbox.ts';
import { OutboxList } from './outbox-list.ts';
import { readOutboxStats } from './outbox-stats.ts';
import { OutboxWorker } from './outbox-worker.ts';
import { Recipients } from './recipients.ts';
import { ReminderJob } from './reminders.ts';
import { outboxRoutes } from './routes.ts';
import { createSmsTransport } from './sms-transport.ts';

/** The ways out that the owner has set up. */
export interface TransportSettings {
  mail: { smtp_url: string; from: string };
  sms: { url: string; token: string; from: string };
}

export interface NotificationsDeps {
  club: ClubDb;
  facts: Club;
  transports: TransportSettings;
  findBooking: (id: number) => Booking | null;
}

/** Everything that writes messages down. It sends nothing: that is the postman's work. */
export function createNotifications(deps: NotificationsDeps) {
  const { club, facts, findBooking } = deps;
  const outbox = new Outbox(club.db, siteHost(facts.public_url));
  const recipients = new Recipients(club.db);
  const smsEnabled = deps.transports.sms.url !== '';
  const notifier = new Notifier({ outbox, recipients, findBooking, smsEnabled });
  const reminders = new ReminderJob(club, findBooking, notifier);
  return { outbox, recipients, notifier, reminders };
}

/** The worker that carries messages out; `start()` sets it to work. */
export function createOutboxWorker(
  deps: NotificationsDeps & {
    dataDir: string;
    log: Log;
    now: () => number;
    options?: WorkerOptions;
    smtpTimeouts?: SmtpTimeouts;
    random?: () => number;
  },
): OutboxWorker {
  const { club, facts, transports, findBooking } = deps;
  const { outbox, recipients } = createNotifications(deps);
  const from = transports.mail.from || `"${facts.name.replace(/["\\]/g, '')}" <${facts.email}>`;
  const emailTransport = transports.mail.smtp_url
    ? createSmtpTransport({ url: transports.mail.smtp_url, from }, deps.smtpTimeouts)
    : createFileTransport(join(deps.dataDir, 'outbox'), from);
  return new OutboxWorker({
    club,
    outbox,
    log: deps.log,
    now: deps.now,
    compose: (row, now) => composeMessage(row, now, { facts, recipients, findBooking }),
    emailTransport,
    smsTransport: transports.sms.url ? createSmsTransport(transports.sms) : null,
    ...(deps.options ? { options: deps.options } : {}),
    ...(deps.random ? { random: deps.random } : {}),
  });
}

/** Emails and text messages: what queues them, what sends them, and the admin's page of them. */
export function createNotificationsModule(
  deps: NotificationsDeps & { guard: SessionGuard; dataDir: string; log: Log; now: () => number },
) {
  const { guard, club, transports, now } = deps;
  const { notifier, outbox, reminders } = createNotifications(deps);
  club.onEventInTransaction((event, tx) => notifier.handleEvent(event, tx));
  const jobs: Job[] = [
    { name: 'reminders', minutes: 1, run: () => reminders.run(now()) },
    { name: 'outbox', minutes: 12 * 60, run: () => club.write((tx) => outbox.deleteExpired(tx)) },
  ];
  return {
    routes: outboxRoutes({
      ...{ guard, club },
      outbox: new OutboxList(club.db),
      mail: transports.mail.smtp_url ? 'smtp' : 'files',
      sms: transports.sms.url ? 'on' : 'off',
    }),
    jobs,
    api: {
      notifyAccount: (tx: Transaction, message: AccountMessage) => notifier.notifyAccount(tx, message),
      outboxStats: () => readOutboxStats(club.db, now()),
      outboxWorker: createOutboxWorker(deps),
    },
  };
}
