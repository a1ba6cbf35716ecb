import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { isDate } from '../domain/business-day.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import {
  closeShiftSchema,
  entryRequestSchema,
  MONEY_METHODS,
  type MoneyMethod,
  openShiftSchema,
  reverseSchema,
  topUpSchema,
} from '../domain/ledger.ts';
import { type IdempotencyStore, readIdempotencyKey } from '../http/idempotency.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf, requireSession, type Session, type SessionGuard } from '../http/session-guard.ts';
import { streamLedgerCsv } from './ledger-csv-export.ts';
import type { LedgerFilter, LedgerList } from './ledger-list.ts';
import type { LedgerStore } from './ledger-store.ts';
import type { BookingPayments } from './payments-and-refunds.ts';
import type { ShiftStore } from './shift-store.ts';

const PAGE_SIZE = 100;
const SHIFTS_SHOWN = 60;

interface EntryContext {
  params: { id: string };
  body: unknown;
  request: Request;
  session: Session | null;
  set: { status?: number | string; headers: Record<string, string | number> };
}

/** Payments, refunds, the ledger and the cash shifts, for admins; a member reads their credit. */
export function ledgerRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  ledger: LedgerStore;
  list: LedgerList;
  shifts: ShiftStore;
  money: BookingPayments;
  idempotency: IdempotencyStore;
  today: () => string;
}) {
  const { club, ledger, list, shifts, money } = deps;
  const staff = { access: 'staff' } as const;
  const owner = { access: 'owner' } as const;
  const staffWrite = { access: 'staff', parse: parseJsonBody } as const;
  /** Staff see the open drawer and the shifts that they opened or closed. */
  const shiftsOf = (session: Session | null) => {
    const { user } = requireSession(session);
    return user.role === 'owner' ? null : user.id;
  };

  /** A retry with the same `Idempotency-Key` gets the first answer; money is never recorded twice. */
  const addEntry = async (
    { params, body, request, session, set }: EntryContext,
    action: 'pay' | 'refund',
  ): Promise<string> => {
    const input = parseInput(entryRequestSchema, body);
    const id = parseId(params.id);
    const key = readIdempotencyKey(request, session?.user.id ?? null, { action, id, body });
    const answer = await club.write((tx) =>
      deps.idempotency.runOnce(tx, key, () => {
        const data = money[action](tx, id, input, actorOf(session));
        return JSON.stringify({ data } satisfies ApiAnswer<'POST /api/admin/bookings/:id/payments'>);
      }),
    );
    set.status = 201;
    set.headers['content-type'] = 'application/json';
    return answer;
  };

  return new Elysia({ name: 'ledger' })
    .use(deps.guard)
    .post('/api/admin/bookings/:id/payments', (context) => addEntry(context, 'pay'), staffWrite)
    .post('/api/admin/bookings/:id/refunds', (context) => addEntry(context, 'refund'), staffWrite)
    .post(
      '/api/admin/ledger/:id/reverse',
      async ({ params, body, session, set }): Promise<ApiAnswer<'POST /api/admin/ledger/:id/reverse'>> => {
        const { reason } = parseInput(reverseSchema, body);
        const data = await club.write((tx) =>
          money.reverse(tx, parseId(params.id), reason, actorOf(session)),
        );
        set.status = 201;
        return { data };
      },
      staffWrite,
    )
    .get(
      '/api/admin/ledger',
      ({ query }): ApiAnswer<'GET /api/admin/ledger'> => ({
        data: list.readPage(parseFilter(query), PAGE_SIZE, parseCursor(query.cursor)),
      }),
      owner,
    )
    .get(
      '/api/admin/ledger.csv',
      ({ query }) =>
        new Response(streamLedgerCsv(list, parseFilter(query)), {
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': `attachment; filename="ledger-${deps.today()}.csv"`,
            'cache-control': 'no-store',
          },
        }),
      owner,
    )
    .get(
      '/api/admin/shifts',
      ({ session }): ApiAnswer<'GET /api/admin/shifts'> => ({
        data: { shifts: shifts.listRecent(SHIFTS_SHOWN, shiftsOf(session)) },
      }),
      staff,
    )
    .get(
      '/api/admin/shifts/:id',
      ({ params, session }): ApiAnswer<'GET /api/admin/shifts/:id'> => {
        const shift = shifts.require(parseId(params.id), shiftsOf(session));
        return { data: { shift, entries: shifts.listEntries(shift.id) } };
      },
      staff,
    )
    .post(
      '/api/admin/shifts',
      async ({ body, session, set }): Promise<ApiAnswer<'POST /api/admin/shifts'>> => {
        const { float } = parseInput(openShiftSchema, body);
        const shift = await club.write((tx) => shifts.open(tx, float, actorOf(session)));
        set.status = 201;
        return { data: { shift } };
      },
      staffWrite,
    )
    .put(
      '/api/admin/shifts/:id/close',
      async ({ params, body, session }): Promise<ApiAnswer<'PUT /api/admin/shifts/:id/close'>> => {
        const input = parseInput(closeShiftSchema, body);
        const shift = await club.write((tx) => shifts.close(tx, parseId(params.id), input, actorOf(session)));
        return { data: { shift } };
      },
      staffWrite,
    )
    .get(
      '/api/auth/credit',
      ({ session }): ApiAnswer<'GET /api/auth/credit'> => ({
        credit: ledger.creditOf(requireSession(session).user.id),
      }),
      { access: 'member' },
    )
    .post(
      '/api/admin/users/:id/credit',
      async ({ params, body, session, set }): Promise<ApiAnswer<'POST /api/admin/users/:id/credit'>> => {
        const id = parseId(params.id);
        const input = parseInput(topUpSchema, body);
        ledger.assertMember(id);
        const data = await club.write((tx) => {
          const entry = ledger.add(tx, actorOf(session), {
            ...{ booking_id: null, user_id: id, kind: 'top_up', method: input.method, amount: input.paid },
          });
          ledger.addCredit(tx, id, input.credit, entry.id);
          return { entry, credit: ledger.creditOf(id) };
        });
        set.status = 201;
        return { data };
      },
      { access: 'owner', parse: parseJsonBody },
    );
}

function parseId(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Failure('not_found', 'There is nothing with this number.');
}

type Query = Record<string, string | undefined>;

function parseFilter(query: Query): LedgerFilter {
  const { from = '', to = '', method = '', cashier = '' } = query;
  if (from && !isDate(from)) throw invalidField('from', 'Please choose a date that exists.');
  if (to && !isDate(to)) throw invalidField('to', 'Please choose a date that exists.');
  if (from && to && from > to) throw invalidField('to', 'The end must not be before the beginning.');
  if (method && !(MONEY_METHODS as readonly string[]).includes(method)) {
    throw invalidField('method', 'Please choose cash, bank transfer, card or credit.');
  }
  if (cashier && !/^\d{1,15}$/.test(cashier)) throw invalidField('cashier', 'A cashier is a number.');
  return {
    from: from || null,
    to: to || null,
    method: (method as MoneyMethod) || null,
    cashierId: cashier ? Number(cashier) : null,
  };
}

function parseCursor(text: string | undefined): number | null {
  if (!text) return null;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw invalidField('cursor', 'This page of the list cannot be found. Please start from the first one.');
}
