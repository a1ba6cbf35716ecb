import { join } from 'node:path';
import type { ClubDb } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import { type Club, siteHost } from '../domain/club.ts';
import type { Log } from '../http/log.ts';
import type { WorkerOptions } from './channel-worker.ts';
import { composeMessage } from './compose.ts';
import { createFileTransport, createSmtpTransport, type SmtpTimeouts } from './email-transports.ts';
import { Notifier } from './notifier.ts';
import { Outbox } from './outbox.ts';
import { OutboxWorker } from './outbox-worker.ts';
import { Recipients } from './recipients.ts';
import { ReminderJob } from './reminders.ts';
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
