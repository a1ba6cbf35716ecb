import { Elysia } from 'elysia';
import { paymentMethodsOf } from '../config/payment-methods.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { buyPlanSchema, friendsSchema } from '../domain/plan-schemas.ts';
import type { Base } from '../http/base.ts';
import { parseId } from '../http/parse-id.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf, requireSession } from '../http/session-guard.ts';
import type { PlanModuleParts } from './module.ts';

/** What members see and buy. */
export function memberPlanRoutes({ guard, club, config }: Base, parts: PlanModuleParts) {
  const { plans, sales, views, held, calendar, bookings } = parts;
  return new Elysia({ name: 'member plans' })
    .use(guard)
    .get(
      '/api/auth/plans',
      ({ session }): ApiAnswer<'GET /api/auth/plans'> => {
        const { id } = requireSession(session).user;
        return {
          plans: plans.listOffers(calendar.today()),
          purchases: views.listOf({ user_id: id, email: '', phone: '' }),
          held: held.of({ user_id: id }),
        };
      },
      { access: 'member' },
    )
    .post(
      '/api/auth/purchases',
      async ({ body, session, set }): Promise<ApiAnswer<'POST /api/auth/purchases'>> => {
        const { user } = requireSession(session);
        const { version_id, payment_method } = parseInput(buyPlanSchema, body);
        if (!user.email_verified)
          throw new Failure('wrong_state', 'Please confirm your email address first.');
        if (payment_method === 'card' && !paymentMethodsOf(config).includes('card'))
          throw invalidField('payment_method', 'Card payments are not available right now.');
        const actor = actorOf(session);
        const isCredit = payment_method === 'credit';
        const payer = await club.write((tx) =>
          sales.sell(
            tx,
            sales.buyerOf({ user_id: user.id }),
            { version_id, payment_method, paidBy: isCredit ? 'credit' : undefined },
            actor,
          ),
        );
        set.status = 201;
        const purchase = parts.purchases.require(payer.purchase_id as number);
        return { purchase: views.view(purchase), pay_url: bookings.keys.payerUrl(payer) };
      },
      { access: 'member', parse: parseJsonBody },
    )
    .put(
      '/api/auth/purchases/:id/friends',
      async ({ params, body, session }): Promise<ApiAnswer<'PUT /api/auth/purchases/:id/friends'>> => {
        const input = parseInput(friendsSchema, body);
        const id = parseId(params.id);
        const userId = requireSession(session).user.id;
        await club.write((tx) => sales.share(tx, id, userId, input, actorOf(session)));
        return { purchase: views.view(parts.purchases.require(id)) };
      },
      { access: 'member', parse: parseJsonBody },
    );
}
