import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { newCourtPriceSchema } from '../domain/court-schemas.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf, type SessionGuard } from '../http/session-guard.ts';
import type { AdminCourtStore } from './admin-store.ts';
import { UpcomingRateStore } from './upcoming-rate-store.ts';

/** Rates of courts from a later date of play on; `GET /api/admin/courts` lists them as `upcoming_rates`. */
export function upcomingRateRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  courts: AdminCourtStore;
  today: () => string;
}) {
  const { club, courts, today } = deps;
  const prices = new UpcomingRateStore();
  return new Elysia({ name: 'court-prices' })
    .use(deps.guard)
    .post(
      '/api/admin/courts/:id/prices',
      async ({ params, body, session, set }): Promise<ApiAnswer<'POST /api/admin/courts/:id/prices'>> => {
        const input = parseInput(newCourtPriceSchema, body);
        const court = await club.write((tx) => {
          const { id } = courts.require(parseIdOrZero(params.id), today());
          prices.set(tx, id, input, today(), actorOf(session));
          return courts.require(id, today());
        });
        set.status = 201;
        return { data: { court } };
      },
      { access: 'owner', parse: parseJsonBody },
    )
    .delete(
      '/api/admin/court-prices/:id',
      async ({ params, session }): Promise<ApiAnswer<'DELETE /api/admin/court-prices/:id'>> => {
        const court = await club.write((tx) => {
          const id = prices.remove(tx, parseIdOrZero(params.id), today(), actorOf(session));
          return courts.require(id, today());
        });
        return { data: { court } };
      },
      { access: 'owner' },
    );
}
