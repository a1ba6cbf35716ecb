import { Elysia } from 'elysia';
import { listAuditEntries } from '../db/audit-log.ts';
import type { ClubDb } from '../db/club-db.ts';
import type { ApiAnswer } from '../domain/api.ts';
import type { Booking } from '../domain/booking.ts';
import { type Calendar, calendarChangeSchema, calendarPreviewSchema } from '../domain/calendar.ts';
import { calendarErrors } from '../domain/calendar-errors.ts';
import type { Court } from '../domain/court.ts';
import { dayPlanOf, isOpen } from '../domain/day-plan.ts';
import { Failure } from '../domain/failure.ts';
import { slotIndexOf } from '../domain/slot.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf, type SessionGuard } from '../http/session-guard.ts';
import { CALENDAR_SUBJECT, type CalendarStore } from './store.ts';

/** The hours and prices of the club, for its owners. */
export function calendarRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  store: CalendarStore;
  listActiveCourts: () => Court[];
  /** The bookings that are still to be played, in playing order. */
  listBookingsToPlay: () => Booking[];
}) {
  const { club, store } = deps;

  /** Throws `invalid` with a sentence for each field that is wrong. */
  const assertValid = (calendar: Calendar) => {
    const rates = deps.listActiveCourts().map((court) => court.hourly_rate);
    const fields = calendarErrors(calendar, rates);
    const [error] = Object.values(fields);
    if (error) throw new Failure('invalid', error, { fields });
  };

  /** The bookings that the club would be open for today, and closed for by the new calendar. */
  const findStranded = (calendar: Calendar): Booking[] => {
    const before = store.current();
    return deps.listBookingsToPlay().filter(({ date, slots }) => {
      const [now, then] = [dayPlanOf(before, date), dayPlanOf(calendar, date)];
      return slots.some((slot) => {
        const slotIndex = slotIndexOf(slot) ?? -1;
        return isOpen(now, slotIndex) && !isOpen(then, slotIndex);
      });
    });
  };

  const answer = (): ApiAnswer<'GET /api/admin/calendar'> => ({
    data: {
      calendar: store.current(),
      version: store.version(),
      history: listAuditEntries(club.db, ...CALENDAR_SUBJECT),
    },
  });

  return new Elysia({ name: 'calendar' })
    .use(deps.guard)
    .onAfterHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .get('/api/admin/calendar', answer, { access: 'owner' })
    .post(
      '/api/admin/calendar/preview',
      ({ body }): ApiAnswer<'POST /api/admin/calendar/preview'> => {
        const { calendar } = parseInput(calendarPreviewSchema, body);
        assertValid(calendar);
        return { data: { bookings: findStranded(calendar) } };
      },
      { access: 'owner', parse: parseJsonBody },
    )
    .put(
      '/api/admin/calendar',
      async ({ body, session }): Promise<ApiAnswer<'PUT /api/admin/calendar'>> => {
        const { calendar, version, honour } = parseInput(calendarChangeSchema, body);
        assertValid(calendar);
        await club.write((tx) => {
          if (!honour) assertNoBookingsOutside(findStranded(calendar));
          store.save(tx, calendar, version, actorOf(session));
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
