import { Elysia } from 'elysia';
import { listEarlierTimes } from '../db/audit-log.ts';
import { createIcsFile } from '../domain/booking-calendar-file.ts';
import type { Base } from '../http/base.ts';
import { parseBookingId } from '../payers/payer-access.ts';
import type { Settings } from '../settings/settings.ts';
import type { BookingStore } from './store.ts';

/** The booking as a calendar file. It holds nothing personal, so anyone who knows the number may download it. */
export function icalendarRoutes({ club, guard, now }: Base, settings: Settings, bookings: BookingStore) {
  return new Elysia({ name: 'icalendar' }).use(guard).get(
    '/api/booking/:id/calendar.ics',
    ({ params }) => {
      const booking = bookings.require(parseBookingId(params.id));
      const earlier = listEarlierTimes(club.db, booking.id);
      return new Response(createIcsFile({ ...booking, earlier }, settings.facts(), now()), {
        headers: {
          'content-type': 'text/calendar; charset=utf-8',
          'content-disposition': `attachment; filename="padel-booking-${booking.id}.ics"`,
          'cache-control': 'no-store',
        },
      });
    },
    { access: 'anyone' },
  );
}
