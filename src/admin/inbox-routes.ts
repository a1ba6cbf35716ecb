import { Elysia } from 'elysia';
import type { Backups } from '../backups/module.ts';
import type { Bank } from '../bank/module.ts';
import { countBookingInbox, listBookingInbox } from '../bookings/inbox-list.ts';
import type { Bookings } from '../bookings/module.ts';
import { listReceipts } from '../bookings/waiting-receipts.ts';
import type { Contact } from '../contact/module.ts';
import type { ConversationsModule } from '../conversations/module.ts';
import type { ApiAnswer } from '../domain/api.ts';
import type { Health } from '../health/module.ts';
import type { Base } from '../http/base.ts';
import { requireSession, type Session } from '../http/session-guard.ts';
import type { Ledger } from '../ledger/module.ts';
import { readOutboxStats } from '../outbox/outbox-stats.ts';
import { toAdminPayer } from '../payers/answers.ts';
import type { Receipts } from '../receipts/module.ts';
import type { SeriesModule } from '../series/module.ts';

export function inboxRoutes(
  { guard, club, now }: Base,
  below: {
    contact: Contact;
    conversations: ConversationsModule;
    ledger: Ledger;
    bookings: Bookings;
    receipts: Receipts;
    bank: Bank;
    series: SeriesModule;
    backups: Backups;
    health: Health;
  },
) {
  const { contact, conversations, ledger, bookings, receipts, bank, series, backups, health } = below;
  /** What is waiting in To do, apart from bookings. */
  const countOthers = (session: Session | null) => {
    const unread_messages = contact.store.countUnread() + conversations.countWaiting();
    const failed_messages = readOutboxStats(club.db, now()).failed;
    const alarms = [...backups.alarms(), ...health.alarms(), ...receipts.alarms(), ...bank.alarms()];
    const staff_alarms = requireSession(session).user.role === 'owner' ? ledger.grants.listAlarms(now()) : [];
    const { series_requests, series_ending } = series.listInbox();
    const listed =
      bookings.sole.countWaiting() +
      alarms.length +
      staff_alarms.length +
      series_requests.length +
      series_ending.length;
    return {
      series_requests,
      series_ending,
      unread_messages,
      failed_messages,
      alarms,
      staff_alarms,
      // An unread message holds nobody up, so it is listed but not counted.
      count: failed_messages + listed,
    };
  };

  const services = {
    bookings: bookings.store,
    ledger: bookings.services.ledger,
    holds: bookings.services.holds,
  };
  const listWaiting = () =>
    listReceipts(club.db, bookings.store, now()).map(({ payer, ...line }) => ({
      ...line,
      payer: toAdminPayer(payer, receipts.store.findView(line.booking, payer.id)),
    }));

  return new Elysia({ name: 'inbox' })
    .use(guard)
    .get(
      '/api/admin/inbox',
      ({ session }): ApiAnswer<'GET /api/admin/inbox'> => {
        const { count, ...others } = countOthers(session);
        return {
          data: {
            ...listBookingInbox(club.db, services, now()),
            ...others,
            receipts: listWaiting(),
            copies: backups.copyAges(),
            count: count + countBookingInbox(club.db, services, now()),
          },
        };
      },
      { access: 'staff' },
    )
    .get(
      '/api/admin/inbox/count',
      ({ session }): ApiAnswer<'GET /api/admin/inbox/count'> => ({
        data: {
          count: countOthers(session).count + countBookingInbox(club.db, services, now()),
        },
      }),
      { access: 'staff' },
    );
}
