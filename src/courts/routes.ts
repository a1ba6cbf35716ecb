import { Elysia } from 'elysia';
import { isDate } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import { slotsOf } from '../domain/slot.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { CourtStore } from './store.ts';

/** Courts and their free half-hours, for anyone. */
export function courtRoutes(deps: {
  guard: SessionGuard;
  courts: CourtStore;
  takenHours: (courtId: number, date: string) => Set<number>;
  now: () => number;
}) {
  return new Elysia({ name: 'courts' })
    .use(deps.guard)
    .get('/api/courts', () => deps.courts.listActive(), { access: 'anyone' })
    .get(
      '/api/slots',
      ({ query }) => {
        const date = String(query.date ?? '');
        if (!isDate(date)) throw new Failure('invalid', 'Please choose a date that exists.', dateField);
        const id = String(query.courtId ?? '');
        const court = /^\d{1,9}$/.test(id) ? deps.courts.find(Number(id)) : null;
        if (!court?.active)
          throw new Failure('not_found', 'There is no such court. Please choose another one.');
        return slotsOf(date, deps.takenHours(court.id, date), deps.now());
      },
      { access: 'anyone' },
    );
}

const dateField = { fields: { date: 'Please choose a date that exists.' } };
