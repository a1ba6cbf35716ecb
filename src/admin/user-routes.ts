import { Elysia } from 'elysia';
import { changeRole } from '../accounts/change-role.ts';
import type { Accounts } from '../accounts/module.ts';
import { createPasswordResetLink } from '../accounts/operator-actions.ts';
import type { UserStore } from '../accounts/user-store.ts';
import { listAuditEntries, recordAuditEntry } from '../db/audit-log.ts';
import { type Role, resetLinkError, roleChangeSchema } from '../domain/account.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { Failure } from '../domain/failure.ts';
import type { Base } from '../http/base.ts';
import { parsePageQuery } from '../http/pagination.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf } from '../http/session-guard.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Settings } from '../settings/settings.ts';
import { UserList } from './user-list.ts';

/** Users, their roles, and help for those locked out. */
export function userRoutes(
  { guard, club, config }: Base,
  { users, sessions, secondFactors }: Accounts,
  ledger: LedgerStore,
  settings: Settings,
  outbox: Outbox,
) {
  const list = new UserList(club.db);
  const answerUser = (id: number) => ({ data: { user: list.require(id) } });
  const ownerJson = { access: 'owner', parse: parseJsonBody } as const;

  return new Elysia({ name: 'admin-users' })
    .use(guard)
    .get(
      '/api/admin/users',
      ({ query }): ApiAnswer<'GET /api/admin/users'> => ({
        data: list.list({ ...parsePageQuery(query), q: query.q ?? '', admins: query.admins === '1' }),
      }),
      { access: 'owner' },
    )
    .get(
      '/api/admin/users/:id',
      ({ params }): ApiAnswer<'GET /api/admin/users/:id'> => {
        const user = list.require(parseIdOrZero(params.id));
        return {
          data: {
            user,
            history: listAuditEntries(club.db, 'user', user.id),
            credit: ledger.creditOf(user.id),
          },
        };
      },
      { access: 'owner' },
    )
    .put(
      '/api/admin/users/:id/role',
      async ({ params, body, session }): Promise<ApiAnswer<'PUT /api/admin/users/:id/role'>> => {
        const { role } = parseInput(roleChangeSchema, body);
        const id = parseIdOrZero(params.id);
        await club.write((tx) => {
          const user = users.require(id);
          if (user.role === role) return;
          assertRoleChange(users, user, role);
          changeRole(tx, { users, outbox }, user, role, actorOf(session));
        });
        return answerUser(id);
      },
      ownerJson,
    )
    .delete(
      '/api/admin/users/:id/sessions',
      async ({ params, session }): Promise<ApiAnswer<'DELETE /api/admin/users/:id/sessions'>> => {
        const id = parseIdOrZero(params.id);
        await club.write((tx) => {
          users.require(id);
          sessions.endAllForUser(tx, id);
          recordAuditEntry(tx, actorOf(session), 'session_ended', 'user', id);
        });
        return answerUser(id);
      },
      { access: 'owner' },
    )
    .delete(
      '/api/admin/users/:id/second-factors',
      async ({ params, session }): Promise<ApiAnswer<'DELETE /api/admin/users/:id/second-factors'>> => {
        const id = parseIdOrZero(params.id);
        await club.write((tx) => {
          const user = users.require(id);
          secondFactors.reset(tx, user, actorOf(session));
          sessions.endAllForUser(tx, id);
        });
        return answerUser(id);
      },
      { access: 'owner' },
    )
    .post(
      '/api/admin/users/:id/reset-link',
      async ({ params, session }): Promise<ApiAnswer<'POST /api/admin/users/:id/reset-link'>> => {
        const id = parseIdOrZero(params.id);
        const link = await club.write((tx) => {
          const user = users.require(id);
          const error = resetLinkError(user, settings.facts());
          if (error) throw new Failure('wrong_state', error);
          return createPasswordResetLink(tx, user.email, config.publicUrl, actorOf(session));
        });
        return { data: { link } };
      },
      { access: 'owner' },
    );
}

/** Runs inside the change's transaction, so that two owners can't demote each other at once. */
function assertRoleChange(
  users: UserStore,
  user: { role: Role | null; email_verified: number },
  role: Role | null,
): void {
  if (user.role === 'owner' && users.countOwners() === 1) {
    throw new Failure('wrong_state', 'This is the last owner. Make another person an owner first.');
  }
  if (role && user.email_verified === 0) {
    throw new Failure(
      'wrong_state',
      'This email address isn’t confirmed yet, so it may belong to someone else. Invite the person by email instead.',
    );
  }
}
