import { Elysia } from 'elysia';
import type { Memory } from '../db/memory.ts';
import { isDate } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import { slotsOf } from '../domain/slot.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { CourtStore } from './store.ts';

/** Courts and their free half-hours, for anyone. */
export function courtRoutes(deps: {
  guard: SessionGuard;
  courts: CourtStore;
  memory: Memory;
  takenHours: (courtId: number, date: string) => Set<number>;
  now: () => number;
}) {
  return new Elysia({ name: 'courts' })
    .use(deps.guard)
    .get(
      '/api/courts',
      () => json(deps.memory.read('courts', () => JSON.stringify(deps.courts.listActive()))),
      {
        access: 'anyone',
      },
    )
    .get(
      '/api/slots',
      ({ query }) => {
        const date = String(query.date ?? '');
        if (!isDate(date)) throw new Failure('invalid', 'Please choose a date that exists.', dateField);
        const asked = String(query.courtId ?? '');
        const id = /^\d{1,9}$/.test(asked) ? Number(asked) : 0;
        const now = deps.now();
        // A slot becomes past at a half-hour, so what was said holds until the next one.
        const halfHour = Math.floor(now / HALF_HOUR);
        const slots = deps.memory.read(`slots ${halfHour} ${date} ${id}`, () => {
          const court = deps.courts.find(id);
          return court?.active
            ? JSON.stringify(slotsOf(date, deps.takenHours(court.id, date), now))
            : 'unknown court';
        });
        if (slots === 'unknown court') {
          throw new Failure('not_found', 'There is no such court. Please choose another one.');
        }
        return json(slots);
      },
      { access: 'anyone' },
    );
}

const dateField = { fields: { date: 'Please choose a date that exists.' } };

const HALF_HOUR = 30 * 60_000;

/** A JSON answer that is already text. */
function json(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'application/json' } });
}
