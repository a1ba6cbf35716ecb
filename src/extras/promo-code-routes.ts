import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { isDate } from '../domain/business-day.ts';
import type { Calendar } from '../domain/calendar.ts';
import { dayPlanOf } from '../domain/day-plan.ts';
import { invalidField } from '../domain/failure.ts';
import { normalizePhone } from '../domain/phone.ts';
import { playOf } from '../domain/price.ts';
import type { PromoCode } from '../domain/promo-code.ts';
import { codeCheckSchema, promoCodeSchema } from '../domain/promo-code-schemas.ts';
import { slotIndexOf } from '../domain/slot.ts';
import type { ClientIpResolver } from '../http/client-ip.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf, type Session, type SessionGuard } from '../http/session-guard.ts';
import type { DiscountRequest } from './discounts.ts';
import type { PromoCodeStore } from './promo-code-store.ts';

/** Customers check a code before they book; owners edit codes and members' prices. */
export function codeRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  codes: PromoCodeStore;
  requests: RateLimiter;
  discountsFor: (request: DiscountRequest) => ApiAnswer<'POST /api/promo-codes/check'>['discount'][];
  countUses: (codeId: number) => number;
  calendar: () => Calendar;
  getClientIp: ClientIpResolver;
}) {
  const { club, codes } = deps;
  const withUses = (code: PromoCode) => ({ ...code, uses: deps.countUses(code.id) });
  const guesserOf = (session: Session | null, ip: string) =>
    session?.user.email_verified ? `member ${session.user.id}` : ip;
  return new Elysia({ name: 'promo-codes' })
    .use(deps.guard)
    .onAfterHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .post(
      '/api/promo-codes/check',
      ({ body, request, server, session }): ApiAnswer<'POST /api/promo-codes/check'> => {
        const guesser = guesserOf(session, deps.getClientIp({ request, server }));
        deps.requests.consume(guesser);
        const { code, date, start_time, email, phone } = parseInput(codeCheckSchema, body);
        if (!isDate(date)) throw invalidField('date', 'Please choose a date that exists.');
        const plan = dayPlanOf(deps.calendar(), date);
        const discounts = deps.discountsFor({
          ...{ code, isMember: session !== null, guesser },
          play: playOf(plan, [slotIndexOf(start_time) ?? -1], 0),
          customer: { user_id: session?.user.id ?? null, email, phone: phone && normalizePhone(phone) },
        });
        const discount = discounts.find(({ kind }) => kind === 'code');
        if (!discount) throw new Error('a code without a refusal has a discount');
        return { discount };
      },
      { access: 'anyone', parse: parseJsonBody },
    )
    .get(
      '/api/admin/promo-codes',
      (): ApiAnswer<'GET /api/admin/promo-codes'> => ({ data: { codes: codes.list().map(withUses) } }),
      { access: 'owner' },
    )
    .post(
      '/api/admin/promo-codes',
      async ({ body, session, set }): Promise<ApiAnswer<'POST /api/admin/promo-codes'>> => {
        const input = parseInput(promoCodeSchema, body);
        const code = await club.write((tx) => codes.create(tx, input, actorOf(session)));
        set.status = 201;
        return { data: { code: withUses(code) } };
      },
      { access: 'owner', parse: parseJsonBody },
    )
    .put(
      '/api/admin/promo-codes/:id',
      async ({ params, body, session }): Promise<ApiAnswer<'PUT /api/admin/promo-codes/:id'>> => {
        const input = parseInput(promoCodeSchema, body);
        const id = parseIdOrZero(params.id);
        const code = await club.write((tx) => codes.update(tx, id, input, actorOf(session)));
        return { data: { code: withUses(code) } };
      },
      { access: 'owner', parse: parseJsonBody },
    );
}
