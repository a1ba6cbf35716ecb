import { Elysia } from 'elysia';
import type { QueryCache } from '../db/query-cache.ts';
import { isDate } from '../domain/business-day.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { buildDaySlots } from '../domain/slot.ts';
import { CachedResponse, type FastPath } from '../http/cached-response.ts';
import { queryOf } from '../http/request-path.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { CourtStore } from './store.ts';

const HALF_HOUR_MS = 30 * 60_000;

interface CourtResponsesDeps {
  courts: CourtStore;
  cache: QueryCache;
  takenSlotIndexes: (courtId: number, date: string) => Set<number>;
  headers: Record<string, string>;
  now: () => number;
}

/** Responses with courts and their slots, cached until anything is committed. */
export class CourtResponses {
  readonly #deps: CourtResponsesDeps;
  readonly #responseOptions;

  constructor(deps: CourtResponsesDeps) {
    this.#deps = deps;
    this.#responseOptions = {
      headers: { ...deps.headers, 'cache-control': 'no-cache' },
      type: 'application/json',
    };
  }

  readonly fastPath: FastPath = (request, path) => {
    if (path === '/api/courts') return this.courts().toResponse(request);
    if (path === '/api/slots') {
      const query = queryOf(request);
      return this.slots(query.get('date') ?? '', query.get('courtId') ?? '')?.toResponse(request) ?? null;
    }
    return null;
  };

  courts(): CachedResponse {
    const { courts, cache } = this.#deps;
    return cache.getOrCompute(
      'courts',
      () => new CachedResponse(JSON.stringify(courts.listActive()), this.#responseOptions),
    );
  }

  /** The slots of a court's business day; null when the date or the court does not exist. */
  slots(date: string, courtId: string): CachedResponse | null {
    if (!/^\d{4}-\d\d-\d\d$/.test(date) || !/^\d{1,9}$/.test(courtId)) return null;
    const { courts, cache, takenSlotIndexes, now } = this.#deps;
    const nowMs = now();
    // A slot becomes past at a full or half hour, so a response is valid until the next one.
    const key = `slots ${Math.floor(nowMs / HALF_HOUR_MS)} ${date} ${courtId}`;
    const response = cache.getOrCompute(key, () => {
      const court = isDate(date) ? courts.find(Number(courtId)) : null;
      if (!court?.active) return 'none';
      const slots = buildDaySlots(date, takenSlotIndexes(court.id, date), nowMs);
      return new CachedResponse(JSON.stringify(slots), this.#responseOptions);
    });
    return response === 'none' ? null : response;
  }
}

/** Courts and slots, for anyone. */
export function courtRoutes(deps: { guard: SessionGuard; responses: CourtResponses }) {
  return new Elysia({ name: 'courts' })
    .use(deps.guard)
    .get('/api/courts', ({ request }) => deps.responses.courts().toResponse(request), { access: 'anyone' })
    .get(
      '/api/slots',
      ({ request, query }) => {
        const date = String(query.date ?? '');
        if (!isDate(date)) throw invalidField('date', 'Please choose a date that exists.');
        const response = deps.responses.slots(date, String(query.courtId ?? ''))?.toResponse(request);
        if (!response) throw new Failure('not_found', 'There is no such court. Please choose another one.');
        return response;
      },
      { access: 'anyone' },
    );
}
