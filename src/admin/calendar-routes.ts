import { Elysia } from 'elysia';
import type { Bookings } from '../bookings/module.ts';
import { CALENDAR_SUBJECT, type ClubCalendar } from '../calendar/club-calendar.ts';
import type { CourtStore } from '../courts/store.ts';
import { listAuditEntries } from '../db/audit-log.ts';
import type { ApiAnswer } from '../domain/api.ts';
import type { Booking } from '../domain/booking.ts';
import { type Calendar, calendarChangeSchema, calendarPreviewSchema } from '../domain/calendar.ts';
import { calendarErrors } from '../domain/calendar-errors.ts';
import { dayPlanOf, isOpen } from '../domain/day-plan.ts';
import { Failure } from '../domain/failure.ts';
import { slotIndexOf } from '../domain/slot.ts';
import type { Base } from '../http/base.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf } from '../http/session-guard.ts';

/** The hours and prices of the club, for its owners. */
export function calendarRoutes(base: Base, calendar: ClubCalendar, courts: CourtStore, bookings: Bookings) {
  const { club, now } = base;

  /** Throws `invalid` with a sentence for each field that is wrong. */
  const assertValid = (next: Calendar) => {
    const rates = courts.listActive().map((court) => court.hourly_rate);
    const fields = calendarErrors(next, rates);
    const [error] = Object.values(fields);
    if (error) throw new Failure('invalid', error, { fields });
  };

  /** The bookings that the club would be open for today, and closed for by the new calendar. */
  const findBookingsOutside = (next: Calendar): Booking[] => {
    return bookings.courtBookings.listToPlay(now()).filter(({ date, slots }) => {
      const [today, then] = [calendar.planOf(date), dayPlanOf(next, date)];
      return slots.some((slot) => {
        const slotIndex = slotIndexOf(slot) ?? -1;
        return isOpen(today, slotIndex) && !isOpen(then, slotIndex);
      });
    });
  };

  const answer = (): ApiAnswer<'GET /api/admin/calendar'> => ({
    data: {
      calendar: calendar.current(),
      version: calendar.version(),
      history: listAuditEntries(club.db, ...CALENDAR_SUBJECT),
    },
  });

  return new Elysia({ name: 'calendar' })
    .use(base.guard)
    .onAfterHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .get('/api/admin/calendar', answer, { access: 'owner' })
    .post(
      '/api/admin/calendar/preview',
      ({ body }): ApiAnswer<'POST /api/admin/calendar/preview'> => {
        const { calendar: next } = parseInput(calendarPreviewSchema, body);
        assertValid(next);
        return { data: { bookings: findBookingsOutside(next) } };
      },
      { access: 'owner', parse: parseJsonBody },
    )
    .put(
      '/api/admin/calendar',
      async ({ body, session }): Promise<ApiAnswer<'PUT /api/admin/calendar'>> => {
        const { calendar: next, version, honour } = parseInput(calendarChangeSchema, body);
        assertValid(next);
        await club.write((tx) => {
          if (!honour) assertNoBookingsOutside(findBookingsOutside(next));
          calendar.save(tx, next, version, actorOf(session));
        });
        return answer();
      },
      { access: 'owner', parse: parseJsonBody },
    );
}

function assertNoBookingsOutside(bookings: readonly Booking[]): void {
  if (bookings.length === 0) return;
  const subject = bookings.length === 1 ? 'A booking lies' : `${bookings.length} bookings lie`;
  throw new Failure(
    'wrong_state',
    `${subject} outside the new hours. Move or cancel first, or keep what was sold on purpose.`,
    { bookings: bookings.map(({ id }) => id) },
  );
}
