import { Elysia } from 'elysia';
import type { ApiAnswer } from '../domain/api.ts';
import { isDate } from '../domain/business-day.ts';
import type { Calendar } from '../domain/calendar.ts';
import { buildDaySlots, dayPlanOf } from '../domain/day-plan.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import type { Slot } from '../domain/slot.ts';
import type { Offer } from '../domain/waiting-list.ts';
import { CachedResponse } from '../http/cached-response.ts';
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
  headers: () => Record<string, string>;
  now: () => number;
}) {
  const { courts } = deps;
  const respond = <R extends 'GET /api/courts' | 'GET /api/slots'>(request: Request, answer: ApiAnswer<R>) =>
    new CachedResponse(JSON.stringify(answer), {
      headers: { ...deps.headers(), 'cache-control': 'no-cache' },
      type: 'application/json',
    }).toResponse(request);

  return new Elysia({ name: 'courts' })
    .use(deps.guard)
    .get('/api/courts', ({ request }) => respond<'GET /api/courts'>(request, courts.listActive()), {
      access: 'anyone',
    })
    .get(
      '/api/slots',
      ({ request, query }) => {
        const date = String(query.date ?? '');
        if (!isDate(date)) throw invalidField('date', 'Please choose a date that exists.');
        const court = /^\d{1,9}$/.test(query.courtId ?? '') ? courts.find(Number(query.courtId)) : null;
        if (!court?.active)
          throw new Failure('not_found', 'There is no such court. Please choose another one.');
        const plan = dayPlanOf(deps.calendar(), date);
        const slots = buildDaySlots(plan, deps.takenSlotIndexes(court.id, date), deps.now());
        return respond<'GET /api/slots'>(request, markOffered(slots, deps.listOpenOffers(court.id, date)));
      },
      { access: 'anyone' },
    );
}

/** Marks the slots that are held for customers of the waiting list. */
function markOffered(slots: Slot[], offers: readonly Offer[]): Slot[] {
  if (offers.length === 0) return slots;
  return slots.map((slot) => {
    const offer = offers.find((candidate) => candidate.slots.includes(slot.start_time));
    return offer ? { ...slot, offered_until: offer.expires_at } : slot;
  });
}
