import { Elysia } from 'elysia';
import type { Accounts } from '../accounts/module.ts';
import type { Backups } from '../backups/module.ts';
import type { Bank } from '../bank/module.ts';
import type { Bookings } from '../bookings/module.ts';
import type { Contact } from '../contact/module.ts';
import type { ConversationsModule } from '../conversations/module.ts';
import type { Events } from '../events/module.ts';
import type { Extras } from '../extras/module.ts';
import { promoCodeRoutes } from '../extras/promo-code-routes.ts';
import type { Health } from '../health/module.ts';
import type { Base } from '../http/base.ts';
import type { Job } from '../jobs.ts';
import type { Ledger } from '../ledger/module.ts';
import type { Matches } from '../matches/module.ts';
import type { Notifications } from '../notifications/module.ts';
import type { OutboxModule } from '../outbox/module.ts';
import type { Receipts } from '../receipts/module.ts';
import type { SeriesModule } from '../series/module.ts';
import type { Waitlist } from '../waitlist/module.ts';
import { receptionRoutes } from './booking-routes.ts';
import { calendarRoutes } from './calendar-routes.ts';
import { applyPlannedSettings } from './change-settings.ts';
import { closingRoutes } from './closing-routes.ts';
import { courtRoutes } from './court-routes.ts';
import { inboxRoutes } from './inbox-routes.ts';
import { itemPayerRoutes } from './item-payer-routes.ts';
import { ledgerListRoutes } from './ledger-routes.ts';
import { machineSettingsRoutes } from './machine-settings-routes.ts';
import { adminRoutes } from './routes.ts';
import { settingsRoutes } from './settings-routes.ts';
import { userRoutes } from './user-routes.ts';

/** Dashboard routes that join several modules. This module owns no tables. */
export function createAdmin(
  base: Base,
  below: {
    contact: Contact;
    conversations: ConversationsModule;
    outbox: OutboxModule;
    accounts: Accounts;
    ledger: Ledger;
    extras: Extras;
    bookings: Bookings;
    receipts: Receipts;
    bank: Bank;
    series: SeriesModule;
    waitlist: Waitlist;
    matches: Matches;
    events: Events;
    backups: Backups;
    notifications: Notifications;
    health: Health;
  },
) {
  const { outbox, accounts, extras, bookings, receipts, waitlist } = below;
  const { settings, calendar, courts, users, ledger } = bookings.services;
  const settingsTarget = { settings, users, outbox: outbox.store };
  const jobs: Job[] = [
    {
      name: 'planned-settings',
      minutes: 1,
      clock: 'confirmed',
      run: () => base.club.write((tx) => applyPlannedSettings(tx, settingsTarget)),
    },
  ];
  return {
    jobs,
    routes: new Elysia({ name: 'admin module' })
      .use(adminRoutes(base, bookings.services, accounts.sessions))
      .use(inboxRoutes(base, below))
      .use(receptionRoutes(base, bookings, receipts, below.bank, waitlist, below.matches, below.events))
      .use(closingRoutes(base, bookings, waitlist))
      .use(itemPayerRoutes(base, { bookings, receipts }))
      .use(userRoutes(base, accounts, ledger, settings, outbox.store))
      .use(settingsRoutes(base, settingsTarget, courts))
      .use(machineSettingsRoutes(base, settings, accounts.sessions, below.notifications.tellOwners))
      .use(calendarRoutes(base, calendar, courts, bookings))
      .use(courtRoutes(base, calendar, bookings))
      .use(
        promoCodeRoutes(base, extras.codes, {
          hourlyRates: () => bookings.services.courts.listActive().map((court) => court.hourly_rate),
          countUses: (id) => bookings.store.lines.countUses(id),
        }),
      )
      .use(ledgerListRoutes(base, calendar)),
  };
}
