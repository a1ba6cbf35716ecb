import { Elysia } from 'elysia';
import type { ClubCalendar } from '../calendar/club-calendar.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { requireDate } from '../domain/date-range.ts';
import { invalidField } from '../domain/failure.ts';
import { MONEY_METHODS, type MoneyMethod } from '../domain/ledger.ts';
import type { Base } from '../http/base.ts';
import { csvResponse } from '../http/csv.ts';
import { ledgerCsv } from './ledger-csv.ts';
import { type LedgerFilter, LedgerList } from './ledger-list.ts';

const PAGE_SIZE = 100;

/** The ledger, with the bookings that its entries pay. */
export function ledgerListRoutes({ guard, club }: Base, calendar: ClubCalendar) {
  const list = new LedgerList(club.db);
  const owner = { access: 'owner' } as const;

  return new Elysia({ name: 'admin-ledger' })
    .use(guard)
    .get(
      '/api/admin/ledger',
      ({ query }): ApiAnswer<'GET /api/admin/ledger'> => ({
        data: list.readPage(parseFilter(query), PAGE_SIZE, parseCursor(query.cursor)),
      }),
      owner,
    )
    .get(
      '/api/admin/ledger.csv',
      ({ request, query }) =>
        csvResponse(request, `ledger-${calendar.today()}.csv`, ledgerCsv(list, parseFilter(query))),
      owner,
    );
}

type Query = Record<string, string | undefined>;

function parseFilter(query: Query): LedgerFilter {
  const { from = '', to = '', method = '', cashier = '' } = query;
  if (from) requireDate(from, 'from');
  if (to) requireDate(to, 'to');
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
