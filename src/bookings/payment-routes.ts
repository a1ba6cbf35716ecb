import { Elysia } from 'elysia';
import type { ApiAnswer } from '../domain/api.ts';
import { entryRequestSchema, reverseSchema } from '../domain/ledger.ts';
import type { Base } from '../http/base.ts';
import { readIdempotencyKey } from '../http/idempotency.ts';
import { parseId } from '../http/parse-id.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf, type Session } from '../http/session-guard.ts';
import type { Payments } from './payments.ts';

export interface EntryContext {
  params: { id: string };
  body: unknown;
  request: Request;
  session: Session | null;
  set: { status?: number | string; headers: Record<string, string | number> };
}

/** Payments and refunds of bookings, and the entries that undo them. */
export function paymentRoutes({ guard, club, idempotency }: Base, money: Payments) {
  const staffWrite = { access: 'staff', parse: parseJsonBody } as const;

  /** Retrying with the same `Idempotency-Key` gets the first answer; money is never recorded twice. */
  const addEntry = async (
    { params, body, request, session, set }: EntryContext,
    action: 'pay' | 'refund',
  ): Promise<string> => {
    const input = parseInput(entryRequestSchema, body);
    const id = parseId(params.id);
    const key = readIdempotencyKey(request, session?.user.id ?? null, { action, id, body });
    const answer = await club.write((tx) =>
      idempotency.runOnce(tx, key, () => {
        const data = money[action](tx, id, input, actorOf(session));
        return JSON.stringify({ data } satisfies ApiAnswer<'POST /api/admin/bookings/:id/payments'>);
      }),
    );
    set.status = 201;
    set.headers['content-type'] = 'application/json';
    return answer;
  };

  return new Elysia({ name: 'booking-payments' })
    .use(guard)
    .post('/api/admin/bookings/:id/payments', (context) => addEntry(context, 'pay'), staffWrite)
    .post('/api/admin/bookings/:id/refunds', (context) => addEntry(context, 'refund'), staffWrite)
    .post(
      '/api/admin/ledger/:id/reverse',
      async ({ params, body, session, set }): Promise<ApiAnswer<'POST /api/admin/ledger/:id/reverse'>> => {
        const input = parseInput(reverseSchema, body);
        const data = await club.write((tx) => money.reverse(tx, parseId(params.id), input, actorOf(session)));
        set.status = 201;
        return { data };
      },
      staffWrite,
    );
}
