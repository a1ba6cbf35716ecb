import { Elysia } from 'elysia';
import type { Backups } from '../backups/module.ts';
import { countBookingInbox, listBookingInbox } from '../bookings/inbox-list.ts';
import type { Bookings } from '../bookings/module.ts';
import type { Contact } from '../contact/module.ts';
import type { ApiAnswer } from '../domain/api.ts';
import type { Health } from '../health/module.ts';
import type { Base } from '../http/base.ts';
import { readOutboxStats } from '../outbox/outbox-stats.ts';
import type { SeriesModule } from '../series/module.ts';

/** What waits for a decision of the reception. */
export function inboxRoutes(
  { guard, club, now }: Base,
  below: {
    contact: Contact;
    bookings: Bookings;
    series: SeriesModule;
    backups: Backups;
    health: Health;
  },
) {
  const { contact, bookings, series, backups, health } = below;
  /** What waits in the inbox besides bookings. */
  const countOthers = () => {
    const unread_messages = contact.store.countUnread();
    const failed_messages = readOutboxStats(club.db, now()).failed;
    const alarms = [...backups.alarms(), ...health.alarms()];
    const { series_requests, series_ending } = series.listInbox();
    const listed = alarms.length + series_requests.length + series_ending.length;
    return {
      series_requests,
      series_ending,
      unread_messages,
      failed_messages,
      alarms,
      count: unread_messages + failed_messages + listed,
    };
  };

  return new Elysia({ name: 'inbox' })
    .use(guard)
    .get(
      '/api/admin/inbox',
      (): ApiAnswer<'GET /api/admin/inbox'> => {
        const { count, ...others } = countOthers();
        return {
          data: {
            ...listBookingInbox(club.db, bookings.store, now()),
            ...others,
            copies: backups.copyAges(),
            count: count + countBookingInbox(club.db, now()),
          },
        };
      },
      { access: 'staff' },
    )
    .get(
      '/api/admin/inbox/count',
      (): ApiAnswer<'GET /api/admin/inbox/count'> => ({
        data: { count: countOthers().count + countBookingInbox(club.db, now()) },
      }),
      { access: 'staff' },
    );
}
