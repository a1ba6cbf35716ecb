import { Elysia } from 'elysia';
import type { Bookings } from '../bookings/module.ts';
import type { EntryContext } from '../bookings/payment-routes.ts';
import { itemReceiptRejectionSchema } from '../domain/admin-inputs.ts';
import type { AdminItemPayer } from '../domain/api/item-routes.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { chosenUpdates } from '../domain/consent.ts';
import { itemEntryRequestSchema } from '../domain/ledger.ts';
import { LIST_LIMITS } from '../domain/list-limits.ts';
import { refundWays } from '../domain/money-ways.ts';
import type { Base } from '../http/base.ts';
import { readIdempotencyKey } from '../http/idempotency.ts';
import { parseId } from '../http/parse-id.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf } from '../http/session-guard.ts';
import { listPayeeChanges } from '../ledger/payee-changes.ts';
import type { SolePayer } from '../payers/sole-payer-store.ts';
import type { Receipts } from '../receipts/module.ts';
import { noReceiptToReject } from '../receipts/store.ts';

/** The reception's view of who owes for a place or a purchase, and their money. */
export function itemPayerRoutes(
  { guard, club, idempotency, now }: Base,
  { bookings, receipts }: { bookings: Bookings; receipts: Receipts },
) {
  const { sole, soleMoney, items, services } = bookings;
  const { ledger } = services;
  const staffWrite = { access: 'staff', parse: parseJsonBody } as const;

  const toView = (payer: SolePayer): AdminItemPayer => {
    const { id, name, email, phone, user_id, state, price, charge, received, balance } = payer;
    const { payment_method, refund_account, hold_until, receipt_waits } = payer;
    const entries = ledger.listByPayer(payer);
    return {
      id,
      item: items.kindOf(payer).view(payer),
      name,
      email,
      phone,
      user_id,
      ...chosenUpdates(payer.consents),
      state,
      price,
      charge,
      received,
      balance,
      payment_method,
      refund_account,
      hold_until: hold_until === null ? null : clubTimestamp(hold_until),
      receipt_waits: receipt_waits === 1,
      receipt: receipts.store.findSoleView(payer),
      credit: user_id === null ? null : ledger.creditOf(user_id),
      ways: balance < 0 ? refundWays(entries, -balance) : [],
      payee_changes: listPayeeChanges(club.db, { booking_id: null, payer_id: id }, now()),
      entries,
    };
  };

  /** A retry with the same `Idempotency-Key` gets the first answer, so money is never recorded twice. */
  const addEntry = async (
    { params, body, request, session, set }: EntryContext,
    action: 'payAtReception' | 'refund',
  ): Promise<string> => {
    const id = parseId(params.id);
    const input = parseInput(itemEntryRequestSchema, body);
    const key = readIdempotencyKey(request, session?.user.id ?? null, { action, payer: id, body });
    const answer = await club.write((tx) =>
      idempotency.runOnce(tx, key, () => {
        const entry = soleMoney[action](tx, id, input, actorOf(session));
        const data = { entry, payer: toView(sole.require(id)) };
        return JSON.stringify({ data } satisfies ApiAnswer<'POST /api/admin/payers/:id/payments'>);
      }),
    );
    set.status = 201;
    set.headers['content-type'] = 'application/json';
    return answer;
  };

  return new Elysia({ name: 'item payers' })
    .use(guard)
    .get(
      '/api/admin/payers/open',
      (): ApiAnswer<'GET /api/admin/payers/open'> => ({
        data: sole.listOpen(LIST_LIMITS.inbox).map(toView),
      }),
      { access: 'staff' },
    )
    .get(
      '/api/admin/payers/:id',
      ({ params }): ApiAnswer<'GET /api/admin/payers/:id'> => ({
        data: toView(sole.require(parseId(params.id))),
      }),
      { access: 'staff' },
    )
    .post('/api/admin/payers/:id/payments', (context) => addEntry(context, 'payAtReception'), staffWrite)
    .post('/api/admin/payers/:id/refunds', (context) => addEntry(context, 'refund'), staffWrite)
    .post(
      '/api/admin/payers/:id/receipt/reject',
      async ({ params, body, session }): Promise<ApiAnswer<'POST /api/admin/payers/:id/receipt/reject'>> => {
        const { reason } = parseInput(itemReceiptRejectionSchema, body);
        const id = parseId(params.id);
        await club.write((tx) => {
          const payer = sole.require(id);
          if (payer.receipt_waits === 0) throw noReceiptToReject();
          services.bookings.payers.rejectReceipt(tx, id);
          // The payer gets time to send another one.
          sole.reopen(tx, id, items.kindOf(payer).payBy(payer, tx.now));
          receipts.store.reject(tx, payer, reason, actorOf(session));
        });
        return { data: toView(sole.require(id)) };
      },
      staffWrite,
    );
}
