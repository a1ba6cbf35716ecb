import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { actorOf, type SessionGuard } from '../http/session-guard.ts';
import { type BankAccounts, listOutdatedTransfers, tellBankAccount } from './bank-change.ts';

/** After a change of the bank account: whose transfers it concerns, and telling these customers. */
export function bankChangeRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  bankAccounts: BankAccounts;
  today: () => string;
}) {
  const { club, bankAccounts, today } = deps;
  const list = () => listOutdatedTransfers(club.db, bankAccounts, today());
  return new Elysia({ name: 'bank change' })
    .use(deps.guard)
    .onAfterHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .get(
      '/api/admin/outdated-transfers',
      (): ApiAnswer<'GET /api/admin/outdated-transfers'> => ({ data: list() }),
      { access: 'owner' },
    )
    .post(
      '/api/admin/outdated-transfers/tell',
      async ({ session }): Promise<ApiAnswer<'POST /api/admin/outdated-transfers/tell'>> => {
        const told = await club.write((tx) => tellBankAccount(tx, bankAccounts, today(), actorOf(session)));
        return { data: { told, ...list() } };
      },
      { access: 'owner', parse: 'none' },
    );
}
