import { Elysia } from 'elysia';
import type { PromoCode } from '../domain/api/promo-code-routes.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { isLargeDiscount } from '../domain/promo-code.ts';
import { type PromoCodeInput, promoCodeSchema } from '../domain/promo-code-schemas.ts';
import type { Base } from '../http/base.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf, assertReauthenticated, requireSession } from '../http/session-guard.ts';
import type { PromoCodeStore } from './promo-code-store.ts';

/** Codes and members' prices as owners edit them, with the bookings that used them. */
export function promoCodeRoutes(
  { guard, club }: Base,
  codes: PromoCodeStore,
  bookings: {
    /** The rates of the courts that can be booked. */
    hourlyRates: () => number[];
    /** How many bookings used a code. */
    countUses: (codeId: number) => number;
  },
) {
  const isLarge = (input: PromoCodeInput) => isLargeDiscount(input, bookings.hourlyRates());
  const withUses = (code: PromoCode) => ({ ...code, uses: bookings.countUses(code.id) });
  return new Elysia({ name: 'promo-codes' })
    .use(guard)
    .get(
      '/api/admin/promo-codes',
      (): ApiAnswer<'GET /api/admin/promo-codes'> => ({ data: { codes: codes.list().map(withUses) } }),
      { access: 'owner' },
    )
    .post(
      '/api/admin/promo-codes',
      async ({ body, session, set }): Promise<ApiAnswer<'POST /api/admin/promo-codes'>> => {
        const input = parseInput(promoCodeSchema, body);
        if (requireSession(session).user.role === 'staff') assertSmallCode(input, isLarge(input));
        if (isLarge(input)) assertReauthenticated(session);
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
        if (isLarge(input)) assertReauthenticated(session);
        const id = parseIdOrZero(params.id);
        const code = await club.write((tx) => codes.update(tx, id, input, actorOf(session)));
        return { data: { code: withUses(code) } };
      },
      { access: 'owner', parse: parseJsonBody },
    );
}

/** Staff can't set a price for everybody, or one that the owner would miss. */
function assertSmallCode({ code }: PromoCodeInput, isLarge: boolean): void {
  if (!code) throw invalidField('code', 'Please enter a code. Only an owner may set a price without one.');
  if (isLarge) throw new Failure('forbidden', 'Only an owner may make a code that takes off so much.');
}
