import { Elysia } from 'elysia';
import { addOnOrderSchema, addOnSchema } from '../domain/add-on-schemas.ts';
import type { ApiAnswer } from '../domain/api.ts';
import type { Base } from '../http/base.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf } from '../http/session-guard.ts';
import type { AddOnStore } from './add-on-store.ts';

export function addOnRoutes({ guard, club }: Base, addOns: AddOnStore) {
  return new Elysia({ name: 'add-ons' })
    .use(guard)
    .get(
      '/api/admin/add-ons',
      (): ApiAnswer<'GET /api/admin/add-ons'> => ({ data: { add_ons: addOns.list() } }),
      { access: 'staff' },
    )
    .post(
      '/api/admin/add-ons',
      async ({ body, session, set }): Promise<ApiAnswer<'POST /api/admin/add-ons'>> => {
        const input = parseInput(addOnSchema, body);
        const addOn = await club.write((tx) => addOns.create(tx, input, actorOf(session)));
        set.status = 201;
        return { data: { add_on: addOn } };
      },
      { access: 'owner', parse: parseJsonBody },
    )
    .put(
      '/api/admin/add-ons/order',
      async ({ body }): Promise<ApiAnswer<'PUT /api/admin/add-ons/order'>> => {
        const { add_ons } = parseInput(addOnOrderSchema, body);
        return { data: { add_ons: await club.write((tx) => addOns.reorder(tx, add_ons)) } };
      },
      { access: 'owner', parse: parseJsonBody },
    )
    .put(
      '/api/admin/add-ons/:id',
      async ({ params, body, session }): Promise<ApiAnswer<'PUT /api/admin/add-ons/:id'>> => {
        const input = parseInput(addOnSchema, body);
        const id = parseIdOrZero(params.id);
        const addOn = await club.write((tx) => addOns.update(tx, id, input, actorOf(session)));
        return { data: { add_on: addOn } };
      },
      { access: 'owner', parse: parseJsonBody },
    );
}
