import { Elysia } from 'elysia';
import type { ApiAnswer } from '../domain/api.ts';
import { isDate } from '../domain/business-day.ts';
import type { Calendar } from '../domain/calendar.ts';
import { buildDaySlots, dayPlanOf, markOffered } from '../domain/day-plan.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import type { Tonight } from '../domain/page-data.ts';
import type { Offer } from '../domain/waitlist.ts';
import type { JsonResponseCache } from '../http/json-response-cache.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { CourtStore } from './store.ts';

/** Courts and slots, for anyone. Browsers revalidate the responses by their ETag. */
export function courtRoutes(deps: {
  guard: SessionGuard;
  courts: CourtStore;
  takenSlotIndexes: (courtId: number, date: string) => Set<number>;
  /** The offers of the waiting list that hold slots of a court's day. */
  listOpenOffers: (courtId: number, date: string) => Offer[];
  calendar: () => Calendar;
  tonight: () => Tonight;
  jsonResponseCache: JsonResponseCache;
  now: () => number;
}) {
  const { courts, jsonResponseCache, takenSlotIndexes, calendar, now } = deps;
  const requireDate = (query: URLSearchParams): string => {
    const date = query.get('date') ?? '';
    if (!isDate(date)) throw invalidField('date', 'Please choose a date that exists.');
    return date;
  };
  const slotsOf = (courtId: number, date: string) => {
    const slots = buildDaySlots(dayPlanOf(calendar(), date), takenSlotIndexes(courtId, date), now());
    return markOffered(slots, deps.listOpenOffers(courtId, date));
  };

  return new Elysia({ name: 'courts' })
    .use(deps.guard)
    .get(
      '/api/courts',
      ({ request }) => {
        const answer = (): ApiAnswer<'GET /api/courts'> => courts.listActive();
        return jsonResponseCache.respond(request, answer);
      },
      { access: 'anyone' },
    )
    .get(
      '/api/slots',
      ({ request }) => {
        const answer = (query: URLSearchParams): ApiAnswer<'GET /api/slots'> => {
          const date = requireDate(query);
          const court = courts.find(parseIdOrZero(query.get('courtId') ?? ''));
          if (!court?.active)
            throw new Failure('not_found', 'There is no such court. Please choose another one.');
          return slotsOf(court.id, date);
        };
        return jsonResponseCache.respond(request, answer);
      },
      { access: 'anyone' },
    )
    .get(
      '/api/slots-by-court',
      ({ request }) => {
        const answer = (query: URLSearchParams): ApiAnswer<'GET /api/slots-by-court'> => {
          const date = requireDate(query);
          return courts.listActive().map(({ id }) => ({ court_id: id, slots: slotsOf(id, date) }));
        };
        return jsonResponseCache.respond(request, answer);
      },
      { access: 'anyone' },
    )
    .get(
      '/api/tonight',
      ({ request }) => {
        const answer = (): ApiAnswer<'GET /api/tonight'> => deps.tonight();
        return jsonResponseCache.respond(request, answer);
      },
      { access: 'anyone' },
    );
}
