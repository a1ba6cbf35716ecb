import { Elysia } from 'elysia';
import type { Memory } from '../db/memory.ts';
import { isDate } from '../domain/business-day.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { slotsOf } from '../domain/slot.ts';
import { ReadyAnswer, type ReadyLane } from '../http/ready-answer.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { CourtStore } from './store.ts';

const HALF_HOUR = 30 * 60_000;

interface CourtAnswerDeps {
  courts: CourtStore;
  memory: Memory;
  takenHours: (courtId: number, date: string) => Set<number>;
  headers: Record<string, string>;
  now: () => number;
}

/** Courts and their free half-hours as answers that stay in memory until anything is committed. */
export class CourtAnswers {
  readonly #deps: CourtAnswerDeps;
  readonly #about;

  constructor(deps: CourtAnswerDeps) {
    this.#deps = deps;
    this.#about = { headers: { ...deps.headers, 'cache-control': 'no-cache' }, type: 'application/json' };
  }

  readonly ready: ReadyLane = (request, path) => {
    if (path === '/api/courts') return this.courts().to(request);
    if (path === '/api/slots') {
      const { searchParams } = new URL(request.url);
      return (
        this.slots(searchParams.get('date') ?? '', searchParams.get('courtId') ?? '')?.to(request) ?? null
      );
    }
    return null;
  };

  courts(): ReadyAnswer {
    const { courts, memory } = this.#deps;
    return memory.read('courts', () => new ReadyAnswer(JSON.stringify(courts.listActive()), this.#about));
  }

  /** The half-hours of a court's business day; null where there is no such date or court. */
  slots(date: string, courtId: string): ReadyAnswer | null {
    if (!/^\d{4}-\d\d-\d\d$/.test(date) || !/^\d{1,9}$/.test(courtId)) return null;
    const { courts, memory, takenHours, now } = this.#deps;
    const instant = now();
    // A slot becomes past at a half-hour, so what was said holds until the next one.
    const key = `slots ${Math.floor(instant / HALF_HOUR)} ${date} ${courtId}`;
    const answer = memory.read(key, () => {
      const court = isDate(date) ? courts.find(Number(courtId)) : null;
      if (!court?.active) return 'none';
      const slots = slotsOf(date, takenHours(court.id, date), instant);
      return new ReadyAnswer(JSON.stringify(slots), this.#about);
    });
    return answer === 'none' ? null : answer;
  }
}

/** Courts and slots, for anyone. */
export function courtRoutes(deps: { guard: SessionGuard; answers: CourtAnswers }) {
  return new Elysia({ name: 'courts' })
    .use(deps.guard)
    .get('/api/courts', ({ request }) => deps.answers.courts().to(request), { access: 'anyone' })
    .get(
      '/api/slots',
      ({ request, query }) => {
        const date = String(query.date ?? '');
        if (!isDate(date)) throw invalidField('date', 'Please choose a date that exists.');
        const answer = deps.answers.slots(date, String(query.courtId ?? ''))?.to(request);
        if (!answer) throw new Failure('not_found', 'There is no such court. Please choose another one.');
        return answer;
      },
      { access: 'anyone' },
    );
}
