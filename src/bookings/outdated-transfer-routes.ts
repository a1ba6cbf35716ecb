import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { actorOf, type SessionGuard } from '../http/session-guard.ts';
import {
  type BankAccounts,
  emailNewBankAccount,
  listTransfersToOldBankAccount,
} from './outdated-transfers.ts';

/** After a change of the bank account: lists the transfers of customers who know the earlier one, and emails these customers. */
export function oldBankAccountTransferRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  bankAccounts: BankAccounts;
  today: () => string;
}) {
  const { club, bankAccounts, today } = deps;
  const list = () => listTransfersToOldBankAccount(club.db, bankAccounts, today());
  return new Elysia({ name: 'bank change' })
    .use(deps.guard)
    .get(
      '/api/admin/outdated-transfers',
      (): ApiAnswer<'GET /api/admin/outdated-transfers'> => ({ data: list() }),
      { access: 'owner' },
    )
    .post(
      '/api/admin/outdated-transfers/email',
      async ({ session }): Promise<ApiAnswer<'POST /api/admin/outdated-transfers/email'>> => {
        const emailed = await club.write((tx) =>
          emailNewBankAccount(tx, bankAccounts, today(), actorOf(session)),
        );
        return { data: { emailed, ...list() } };
      },
      { access: 'owner', parse: 'none' },
    );
}
