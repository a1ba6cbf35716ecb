import { Elysia } from 'elysia';
import type { ApiAnswer } from '../domain/api.ts';
import { addDays } from '../domain/business-day.ts';
import { parseDateRange } from '../domain/date-range.ts';
import { DEFAULT_RANGE_DAYS } from '../domain/list-limits.ts';
import { normalizePhone } from '../domain/phone.ts';
import {
  endPurchaseSchema,
  extendPurchaseSchema,
  pausePurchaseSchema,
  planSchema,
  sellPlanSchema,
  sellToContactSchema,
} from '../domain/plan-schemas.ts';
import type { Base } from '../http/base.ts';
import { parseId } from '../http/parse-id.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf } from '../http/session-guard.ts';
import type { PlanModuleParts } from './module.ts';

/** Owners decide what is sold; the reception sells, pauses and ends it. */
export function adminPlanRoutes({ guard, club }: Base, parts: PlanModuleParts) {
  const { plans, purchases, sales, views, figures, calendar, users } = parts;
  const staffWrite = { access: 'staff', parse: parseJsonBody } as const;
  const ownerWrite = { access: 'owner', parse: parseJsonBody } as const;
  const answer = (id: number) => ({ data: { purchase: views.view(purchases.require(id)) } });

  return new Elysia({ name: 'admin plans' })
    .use(guard)
    .get(
      '/api/admin/plans',
      (): ApiAnswer<'GET /api/admin/plans'> => ({ data: { plans: plans.list(calendar.today()) } }),
      { access: 'staff' },
    )
    .post(
      '/api/admin/plans',
      async ({ body, session, set }): Promise<ApiAnswer<'POST /api/admin/plans'>> => {
        const input = parseInput(planSchema, body);
        const plan = await club.write((tx) => plans.create(tx, input, actorOf(session), calendar.today()));
        set.status = 201;
        return { data: { plan } };
      },
      ownerWrite,
    )
    .put(
      '/api/admin/plans/:id',
      async ({ params, body, session }): Promise<ApiAnswer<'PUT /api/admin/plans/:id'>> => {
        const input = parseInput(planSchema, body);
        const id = parseId(params.id);
        const plan = await club.write((tx) =>
          plans.update(tx, id, input, actorOf(session), calendar.today()),
        );
        return { data: { plan } };
      },
      ownerWrite,
    )
    .get(
      '/api/admin/plans/:id/holders',
      ({ params }): ApiAnswer<'GET /api/admin/plans/:id/holders'> => ({
        data: { holders: figures.listHolders(parseId(params.id)) },
      }),
      { access: 'staff' },
    )
    .get(
      '/api/admin/plan-figures',
      ({ query }): ApiAnswer<'GET /api/admin/plan-figures'> => {
        const today = calendar.today();
        const { from, to } = parseDateRange(query.startDate, query.endDate);
        const last = to ?? (from !== null && from > today ? from : today);
        const first = from ?? addDays(last, 1 - DEFAULT_RANGE_DAYS);
        return { data: { plans: figures.read(plans.list(today), first, last) } };
      },
      { access: 'owner' },
    )
    .get(
      '/api/admin/users/:id/purchases',
      ({ params }): ApiAnswer<'GET /api/admin/users/:id/purchases'> => ({
        data: {
          purchases: views.listOf({ user_id: users.require(parseId(params.id)).id, email: '', phone: '' }),
        },
      }),
      { access: 'staff' },
    )
    .post(
      '/api/admin/users/:id/purchases',
      async ({ params, body, session, set }): Promise<ApiAnswer<'POST /api/admin/users/:id/purchases'>> => {
        const { version_id, method } = parseInput(sellPlanSchema, body);
        const sale = { version_id, payment_method: method ?? 'cash', paidBy: method };
        const id = parseId(params.id);
        const { purchase_id } = await club.write((tx) =>
          sales.sell(tx, sales.buyerOf({ user_id: id }), sale, actorOf(session)),
        );
        set.status = 201;
        return answer(purchase_id as number);
      },
      staffWrite,
    )
    .get(
      '/api/admin/purchases',
      ({ query }): ApiAnswer<'GET /api/admin/purchases'> => ({
        data: {
          purchases: views.listOf({
            user_id: null,
            email: String(query.email ?? ''),
            phone: String(query.phone ?? ''),
          }),
        },
      }),
      { access: 'staff' },
    )
    .post(
      '/api/admin/purchases',
      async ({ body, session, set }): Promise<ApiAnswer<'POST /api/admin/purchases'>> => {
        const { version_id, method, name, email, phone } = parseInput(sellToContactSchema, body);
        const sale = { version_id, payment_method: method ?? 'cash', paidBy: method };
        const contact = { name, email, phone: phone ? normalizePhone(phone) : '' };
        const { purchase_id } = await club.write((tx) =>
          sales.sell(tx, sales.buyerOf(contact), sale, actorOf(session)),
        );
        set.status = 201;
        return answer(purchase_id as number);
      },
      staffWrite,
    )
    .put(
      '/api/admin/purchases/:id/pause',
      async ({ params, body, session }): Promise<ApiAnswer<'PUT /api/admin/purchases/:id/pause'>> => {
        const input = parseInput(pausePurchaseSchema, body);
        const id = parseId(params.id);
        await club.write((tx) => sales.pause(tx, id, input, actorOf(session)));
        return answer(id);
      },
      staffWrite,
    )
    .put(
      '/api/admin/purchases/:id/extend',
      async ({ params, body, session }): Promise<ApiAnswer<'PUT /api/admin/purchases/:id/extend'>> => {
        const input = parseInput(extendPurchaseSchema, body);
        const id = parseId(params.id);
        await club.write((tx) => sales.extend(tx, id, input, actorOf(session)));
        return answer(id);
      },
      ownerWrite,
    )
    .put(
      '/api/admin/purchases/:id/end',
      async ({ params, body, session }): Promise<ApiAnswer<'PUT /api/admin/purchases/:id/end'>> => {
        const input = parseInput(endPurchaseSchema, body);
        const id = parseId(params.id);
        await club.write((tx) => sales.end(tx, id, input, actorOf(session)));
        return answer(id);
      },
      staffWrite,
    );
}
