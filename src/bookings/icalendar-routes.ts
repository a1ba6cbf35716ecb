import { Elysia } from 'elysia';
import type { Booking } from '../domain/booking.ts';
import { createIcsFile } from '../domain/booking-calendar-file.ts';
import type { Club } from '../domain/club.ts';
import { Failure } from '../domain/failure.ts';
import type { SessionGuard } from '../http/session-guard.ts';

/** The booking as a calendar file. It holds nothing personal, so anyone who knows the number may download it. */
export function icalendarRoutes(deps: {
  guard: SessionGuard;
  findBooking: (id: number) => Booking | null;
  clubFacts: () => Club;
}) {
  return new Elysia({ name: 'icalendar' }).use(deps.guard).get(
    '/api/booking/:id/calendar.ics',
    ({ params }) => {
      const booking = /^\d{1,15}$/.test(params.id) ? deps.findBooking(Number(params.id)) : null;
      if (!booking) throw new Failure('not_found', 'There is no booking with this number.');
      return new Response(createIcsFile(booking, deps.clubFacts()), {
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
