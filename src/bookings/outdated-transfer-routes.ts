import { Elysia } from 'elysia';
import type { ApiAnswer } from '../domain/api.ts';
import { businessDayOf } from '../domain/business-day.ts';
import type { Base } from '../http/base.ts';
import { actorOf } from '../http/session-guard.ts';
import type { Settings } from '../settings/settings.ts';
import { emailNewBankAccount, listOutdatedTransfers } from './outdated-transfers.ts';

/** After a change of bank account: lists transfers whose customers were given the old one, and emails them the new one. */
export function outdatedTransferRoutes({ guard, club, now }: Base, settings: Settings) {
  const today = () => businessDayOf(now());
  const list = () => listOutdatedTransfers(club.db, settings, today());
  return new Elysia({ name: 'bank change' })
    .use(guard)
    .get(
      '/api/admin/outdated-transfers',
      (): ApiAnswer<'GET /api/admin/outdated-transfers'> => ({ data: list() }),
      { access: 'owner' },
    )
    .post(
      '/api/admin/outdated-transfers/email',
      async ({ session }): Promise<ApiAnswer<'POST /api/admin/outdated-transfers/email'>> => {
        const emailed = await club.write((tx) =>
          emailNewBankAccount(tx, settings, today(), actorOf(session)),
        );
        return { data: { emailed, ...list() } };
      },
      { access: 'owner', parse: 'none' },
    );
}
