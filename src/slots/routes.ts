import { Elysia } from 'elysia';
import type { CourtStore } from '../courts/store.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { requireDate } from '../domain/date-range.ts';
import { Failure } from '../domain/failure.ts';
import type { Base } from '../http/base.ts';
import type { JsonResponseCache } from '../http/json-response-cache.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import type { Slots } from './slots.ts';

/** Courts and slots, for anyone. Browsers revalidate the responses by ETag. */
export function slotRoutes(base: Base, slots: Slots, courts: CourtStore, answers: JsonResponseCache) {
  return new Elysia({ name: 'courts' })
    .use(base.guard)
    .get(
      '/api/courts',
      ({ request }) => {
        const answer = (): ApiAnswer<'GET /api/courts'> => courts.listActive();
        return answers.respond(request, answer);
      },
      { access: 'anyone' },
    )
    .get(
      '/api/slots',
      ({ request }) => {
        const answer = (query: URLSearchParams): ApiAnswer<'GET /api/slots'> => {
          const date = requireDate(query.get('date'));
          const court = courts.find(parseIdOrZero(query.get('courtId') ?? ''));
          if (!court?.active)
            throw new Failure('not_found', 'There is no such court. Please choose another one.');
          return slots.ofDay(court.id, date);
        };
        return answers.respond(request, answer);
      },
      { access: 'anyone' },
    )
    .get(
      '/api/slots-by-court',
      ({ request }) => {
        const answer = (query: URLSearchParams): ApiAnswer<'GET /api/slots-by-court'> => {
          const date = requireDate(query.get('date'));
          return courts
            .listActive()
            .map(({ id }) => ({ court_id: id, slots: slots.ofDay(id, date), ...slots.closedOn(id, date) }));
        };
        return answers.respond(request, answer);
      },
      { access: 'anyone' },
    )
    .get(
      '/api/tonight',
      ({ request }) => {
        const answer = (): ApiAnswer<'GET /api/tonight'> => slots.tonight();
        return answers.respond(request, answer);
      },
      { access: 'anyone' },
    );
}
