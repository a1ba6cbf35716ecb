import { Elysia } from 'elysia';
import type { Bookings } from '../bookings/module.ts';
import { slotIndexesOf } from '../bookings/store.ts';
import { CALENDAR_SUBJECT, type ClubCalendar } from '../calendar/club-calendar.ts';
import type { CourtStore } from '../courts/store.ts';
import { listAuditEntries } from '../db/audit-log.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { type Calendar, calendarChangeSchema } from '../domain/calendar.ts';
import { calendarErrors } from '../domain/calendar-errors.ts';
import { dayPlanOf, isOpen } from '../domain/day-plan.ts';
import { Failure } from '../domain/failure.ts';
import { LIST_LIMITS } from '../domain/list-limits.ts';
import { priceOf } from '../domain/price.ts';
import type { Base } from '../http/base.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf } from '../http/session-guard.ts';

/** The club's hours and prices, for its owners. */
export function calendarRoutes(base: Base, calendar: ClubCalendar, courts: CourtStore, bookings: Bookings) {
  const { club, now } = base;

  /** Throws `invalid` with a sentence for each wrong field. */
  const assertValid = (next: Calendar) => {
    const active = courts.listActive().map(({ id, hourly_rate }) => ({ court_id: id, hourly_rate }));
    const fields = calendarErrors(next, active);
    const [error] = Object.values(fields);
    if (error) throw new Failure('invalid', error, { fields });
  };

  /** Upcoming bookings that `next` closes, or prices differently from today's calendar. */
  const findChanged = (next: Calendar): number[] =>
    bookings.courtBookings
      .listToPlay(now())
      .filter((booking) => {
        const slotIndexes = slotIndexesOf(booking);
        const plans = [calendar.planOf(booking.date), dayPlanOf(next, booking.date)] as const;
        const [wasOpen, isStillOpen] = plans.map((plan) => slotIndexes.map((slot) => isOpen(plan, slot)));
        if (wasOpen?.some((open, at) => open && !isStillOpen?.[at])) return true;
        const [before, after] = plans.map((plan) => priceOf(slotIndexes, booking, plan, booking.lines).total);
        return before !== after;
      })
      .map(({ id }) => id)
      .slice(0, LIST_LIMITS.inTheWay);

  const answer = (): ApiAnswer<'GET /api/admin/calendar'> => ({
    data: {
      calendar: calendar.current(),
      version: calendar.version(),
      history: listAuditEntries(club.db, ...CALENDAR_SUBJECT),
    },
  });

  return new Elysia({ name: 'calendar' })
    .use(base.guard)
    .get('/api/admin/calendar', answer, { access: 'owner' })
    .put(
      '/api/admin/calendar',
      async ({ body, session }): Promise<ApiAnswer<'PUT /api/admin/calendar'>> => {
        const { calendar: next, version } = parseInput(calendarChangeSchema, body);
        assertValid(next);
        const booking_ids = await club.write((tx) => {
          const changed = findChanged(next);
          calendar.save(tx, next, version, actorOf(session));
          return changed;
        });
        return { data: { ...answer().data, booking_ids } };
      },
      { access: 'owner', parse: parseJsonBody },
    );
}
