import { Elysia } from 'elysia';
import { listEarlierTimes } from '../db/audit-log.ts';
import { createIcsFile } from '../domain/booking-calendar-file.ts';
import type { Base } from '../http/base.ts';
import type { PayerAccess } from '../payers/payer-access.ts';
import { bookingNotFound, parseBookingId } from '../payers/payer-access.ts';
import type { Settings } from '../settings/settings.ts';
import type { BookingStore } from './store.ts';

/** The booking as a calendar file. It holds nothing personal, so anyone who knows the number can download it. */
export function icalendarRoutes(
  { club, guard, now }: Base,
  settings: Settings,
  bookings: BookingStore,
  access: PayerAccess,
) {
  return new Elysia({ name: 'icalendar' }).use(guard).get(
    '/api/booking/:id/calendar.ics',
    ({ params, request, server, session }) => {
      const id = parseBookingId(params.id);
      const booking = bookings.find(id);
      const isCustomer = access.isCustomer(id, booking, { request, server, session });
      if (!isCustomer) access.countLookUp(id, { request, server });
      if (!booking) throw bookingNotFound();
      const earlier = listEarlierTimes(club.db, id);
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
