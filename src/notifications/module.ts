import type { Accounts } from '../accounts/module.ts';
import { findCompany } from '../bookings/companies.ts';
import { findPayerMessage, listPayers } from '../bookings/list-payers.ts';
import type { Bookings } from '../bookings/module.ts';
import { listUpcomingBookingsOf } from '../bookings/upcoming-bookings.ts';
import type { Contact } from '../contact/module.ts';
import { hasCustomerEntry, listEarlierTimes } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import { createIcsFiles } from '../domain/booking-calendar-file.ts';
import { type Club, siteHost } from '../domain/club.ts';
import type { Base } from '../http/base.ts';
import { describeError } from '../http/log.ts';
import type { Job } from '../jobs.ts';
import type { Ledger } from '../ledger/module.ts';
import type { ChannelSetup } from '../outbox/channels/channel.ts';
import { createSmtpTransport } from '../outbox/channels/email-transports.ts';
import { CHANNELS, channelOf } from '../outbox/channels/table.ts';
import type { OutboxModule } from '../outbox/module.ts';
import { OutboxList } from '../outbox/outbox-list.ts';
import type { Settings } from '../settings/settings.ts';
import { findEntryMessage, findOfferMessage } from '../waitlist/message-data.ts';
import type { Waitlist } from '../waitlist/module.ts';
import type { WorkerOptions } from './channel-worker.ts';
import { ChatTemplates } from './chat-templates.ts';
import { Deliveries } from './deliveries.ts';
import { findItemMessage } from './find-item-message.ts';
import type { Sources } from './message.ts';
import { findMessage } from './messages/table.ts';
import { Notifier } from './notifier.ts';
import { OutboxWorker } from './outbox-worker.ts';
import { Recipients } from './recipients.ts';
import { ReminderJob } from './reminders.ts';
import { outboxRoutes } from './routes.ts';

const DAY_MS = 24 * 3_600_000;

/** Worker options for tests. */
export interface WorkerSettings extends Pick<ChannelSetup, 'emailTransport' | 'smtpTimeouts'> {
  transports?: ChannelSetup['settings'];
  options?: WorkerOptions;
  random?: () => number;
}

/** Queues messages about the club's events, sends what is in the outbox, and lists it for admins. */
export function createNotifications(
  base: Base,
  below: {
    settings: Settings;
    contact: Contact;
    outbox: OutboxModule;
    accounts: Accounts;
    ledger: Ledger;
    bookings: Bookings;
    waitlist: Waitlist;
  },
) {
  const { guard, club, config, log, now } = base;
  const { settings, contact, accounts, ledger, bookings, waitlist } = below;
  const { store: outbox, folder, mail } = below.outbox;
  const { keys, store } = bookings;
  const channels = CHANNELS.filter(({ isSetUp }) => isSetUp(config));
  const templates = new ChatTemplates(config.publicUrl, below.outbox.templates);
  const sources: Sources = {
    club: () => ({ ...settings.facts(), style: settings.current().messages }),
    quietHours: () => settings.current().messages,
    recipients: new Recipients(club.db, accounts.users),
    findBooking: (id) => store.find(id),
    isRescheduleUsed: (id) => hasCustomerEntry(club.db, id, 'moved'),
    listLedgerEntries: (id) => ledger.store.listByBooking(id),
    manageUrl: (booking) => keys.manageUrl(booking),
    confirmationUrl: (booking, email) => keys.confirmationUrl(booking, email, now()),
    listUpcomingBookingsOf: (email) => listUpcomingBookingsOf(club.db, email, now()),
    findWaitlistEntry: (id) => findEntryMessage(waitlist, id),
    findOffer: (id) => findOfferMessage(waitlist, id),
    findPayer: (id) => findPayerMessage(club.db, bookings, id),
    findItemPayer: (id) => findItemMessage(bookings, id),
    planSlotsKeptBy: (id) => bookings.services.items.slotsKeptBy(id),
    listShareLinks: (booking) =>
      listPayers(bookings, booking, true).flatMap(({ name, charge, join_url }) =>
        join_url ? [{ name, charge, url: join_url }] : [],
      ),
    findCompany: (id) => findCompany(club.db, id),
    calendarFiles: (found, at) =>
      createIcsFiles(
        found.map((booking) => ({ ...booking, earlier: listEarlierTimes(club.db, booking.id) })),
        settings.facts(),
        at,
      ),
    findContactMessage: (id) => contact.store.find(id),
    templateOf: (kind, channel) => templates.require(kind, channel),
  };
  const deliveries = new Deliveries(outbox, channels, sources, templates);
  const notifier = new Notifier({ outbox, channels, sources, templates });
  club.onEventInTransaction((event, tx) => notifier.handleEvent(event, tx));
  const reminders = new ReminderJob({
    club,
    outbox,
    notifier,
    channels,
    sources,
    findBooking: (id) => store.find(id),
    listUpcomingBookings: (fromDate, toDate) => store.listUpcoming(fromDate, toDate),
  });

  /** At most once a day. This email may itself have to wait for the limit, and then goes first. */
  const tellOfLimit = (tx: Transaction, channel: string): void => {
    if (outbox.hasRecent('sending_limited', tx.now - DAY_MS)) return;
    for (const { id: user_id, email, name } of accounts.users.listOwners())
      outbox.enqueueAccountMessage(tx, { kind: 'sending_limited', user_id, email, name, channel });
  };

  /** Creates the worker that sends queued messages; `start()` starts it. */
  const createOutboxWorker = (options: WorkerSettings = {}): OutboxWorker => {
    const transports = options.transports ?? config;
    const from = () => transports.mail.from || senderOf(settings.facts());
    return new OutboxWorker({
      ...options,
      club,
      outbox,
      log,
      now,
      compose: (row, at) => {
        const channel = channelOf(row.channel);
        return (
          findMessage(row.kind)?.[channel.form]?.compose(row, at, sources, channel) ?? {
            action: 'withdraw',
            reason: `the server does not know the message ${row.kind}`,
          }
        );
      },
      channels: CHANNELS.filter(({ isSetUp }) => isSetUp(transports)),
      setup: { ...options, settings: transports, folder, from },
      passOn: (tx, row, reason) => deliveries.passOn(tx, row, reason),
      onLimited: tellOfLimit,
    });
  };

  /** Emails every owner directly, because a full disk can't queue anything; only if a mail server is set up. */
  const tellOwners = async (subject: string, text: string): Promise<void> => {
    if (!config.mail.smtp_url) return;
    const transport = createSmtpTransport({
      url: config.mail.smtp_url,
      from: () => config.mail.from || senderOf(settings.facts()),
    });
    try {
      for (const { email } of accounts.users.listOwners()) {
        const envelope = {
          id: 0,
          message_id: `${crypto.randomUUID()}@${siteHost(config.publicUrl)}`,
          created_at: now(),
        };
        await transport
          .send(
            { to: email, subject, text, html: `<p>${Bun.escapeHTML(text)}</p>` },
            envelope,
            base.stopSignal,
          )
          .catch((error: unknown) => log.error('owner not told', describeError(error)));
      }
    } finally {
      transport.close();
    }
  };

  const jobs: Job[] = channels.some(({ form }) => form !== 'full')
    ? [{ name: 'reminders', minutes: 1, clock: 'confirmed', run: (at) => reminders.run(at) }]
    : [];
  if (channels.some(({ deliveredWithinMs }) => deliveredWithinMs !== undefined))
    jobs.push({
      name: 'unreported messages',
      minutes: 1,
      clock: 'confirmed',
      run: () => club.write((tx) => deliveries.passOnUnreported(tx)),
    });
  const sms = config.sms.url !== '' ? ('on' as const) : ('off' as const);
  const list = new OutboxList(club.db);
  return {
    createOutboxWorker,
    deliveries,
    templates,
    tellOwners,
    jobs,
    routes: outboxRoutes({ guard, club, list, mail, sms }),
  };
}

/** The sender of emails if club.toml doesn't set one. */
function senderOf({ name, email }: Club): string {
  return `"${name.replace(/["\\]/g, '')}" <${email}>`;
}

export type Notifications = ReturnType<typeof createNotifications>;
