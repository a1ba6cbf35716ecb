import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import { addOnOrderSchema, addOnSchema } from '../domain/add-on-schemas.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { isDate } from '../domain/business-day.ts';
import { invalidField } from '../domain/failure.ts';
import { slotIndexOf } from '../domain/slot.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf, type SessionGuard } from '../http/session-guard.ts';
import type { AddOnStore } from './add-on-store.ts';

/** What customers can choose, and what owners edit. */
export function addOnRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  addOns: AddOnStore;
  /** How many of an add-on are left in all of these half-hours; null without a limit. */
  countLeft: (addOnId: number, date: string, slotIndexes: readonly number[]) => number | null;
}) {
  const { club, addOns } = deps;
  return new Elysia({ name: 'add-ons' })
    .use(deps.guard)
    .onAfterHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .get(
      '/api/add-ons',
      ({ query }): ApiAnswer<'GET /api/add-ons'> => {
        const { date, slotIndexes } = parseTime(query.date, query.slots);
        return addOns.listActive().map((addOn) => ({
          ...addOn,
          left: deps.countLeft(addOn.id, date, slotIndexes),
        }));
      },
      { access: 'anyone' },
    )
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

/** `date=2026-11-21&slots=18:00,18:30` */
function parseTime(date = '', slots = ''): { date: string; slotIndexes: number[] } {
  if (!isDate(date)) throw invalidField('date', 'Please choose a date that exists.');
  const slotIndexes = slots.split(',').map(slotIndexOf);
  if (slots === '' || slotIndexes.length > 48 || slotIndexes.includes(null)) {
    throw invalidField('slots', 'Please select time slots.');
  }
  return { date, slotIndexes: slotIndexes.filter((slotIndex) => slotIndex !== null) };
}
