import { Elysia } from 'elysia';
import type { Backups } from '../backups/module.ts';
import type { Bank } from '../bank/module.ts';
import { countBookingInbox, listBookingInbox, listShareReceipts } from '../bookings/inbox-list.ts';
import type { Bookings } from '../bookings/module.ts';
import type { Contact } from '../contact/module.ts';
import type { ApiAnswer } from '../domain/api.ts';
import type { Health } from '../health/module.ts';
import type { Base } from '../http/base.ts';
import { requireSession, type Session } from '../http/session-guard.ts';
import type { Ledger } from '../ledger/module.ts';
import { readOutboxStats } from '../outbox/outbox-stats.ts';
import { toAdminPlayer } from '../players/answers.ts';
import { lateDueOf } from '../players/store.ts';
import type { Receipts } from '../receipts/module.ts';
import type { SeriesModule } from '../series/module.ts';

/** What waits for a decision of the reception. */
export function inboxRoutes(
  { guard, club, now }: Base,
  below: {
    contact: Contact;
    ledger: Ledger;
    bookings: Bookings;
    receipts: Receipts;
    bank: Bank;
    series: SeriesModule;
    backups: Backups;
    health: Health;
  },
) {
  const { contact, ledger, bookings, receipts, bank, series, backups, health } = below;
  /** What waits in To do besides bookings. */
  const countOthers = (session: Session | null) => {
    const unread_messages = contact.store.countUnread();
    const failed_messages = readOutboxStats(club.db, now()).failed;
    const alarms = [...backups.alarms(), ...health.alarms(), ...receipts.alarms(), ...bank.alarms()];
    const staff_alarms = requireSession(session).user.role === 'owner' ? ledger.grants.listAlarms(now()) : [];
    const { series_requests, series_ending } = series.listInbox();
    const listed = alarms.length + staff_alarms.length + series_requests.length + series_ending.length;
    return {
      series_requests,
      series_ending,
      unread_messages,
      failed_messages,
      alarms,
      staff_alarms,
      // An unread message blocks nobody, so it is listed and not counted.
      count: failed_messages + listed,
    };
  };

  const shareReceipts = (isLate: boolean) =>
    listShareReceipts(club.db, bookings.store, isLate).map(([booking, player]) => {
      const receipt = receipts.store.findView(booking, player.id);
      return [{ booking, player: toAdminPlayer(player, receipt) }, player] as const;
    });

  return new Elysia({ name: 'inbox' })
    .use(guard)
    .get(
      '/api/admin/inbox',
      ({ session }): ApiAnswer<'GET /api/admin/inbox'> => {
        const { count, ...others } = countOthers(session);
        const waiting = listBookingInbox(club.db, bookings.store, bookings.services.holds, now());
        const late = waiting.late_receipts.map(({ booking }) => booking);
        return {
          data: {
            ...waiting,
            ...others,
            share_receipts: shareReceipts(false).map(([line]) => line),
            late_share_receipts: shareReceipts(true).map(([line, player]) => ({
              ...line,
              amount: lateDueOf(player),
            })),
            doubts: receipts.store.findDoubts([...waiting.receipts, ...late]),
            copies: backups.copyAges(),
            count: count + countBookingInbox(club.db, bookings.services.holds, now()),
          },
        };
      },
      { access: 'staff' },
    )
    .get(
      '/api/admin/inbox/count',
      ({ session }): ApiAnswer<'GET /api/admin/inbox/count'> => ({
        data: {
          count: countOthers(session).count + countBookingInbox(club.db, bookings.services.holds, now()),
        },
      }),
      { access: 'staff' },
    );
}
