import { Elysia } from 'elysia';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { ClubDb } from '../db/club-db.ts';
import type { Role } from '../domain/account.ts';
import { roleChangeSchema } from '../domain/account.ts';
import type { AdminUser } from '../domain/api/account-answers.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { Failure } from '../domain/failure.ts';
import { acceptInvitationSchema, invitationSchema, invitationTokenSchema } from '../domain/invitation.ts';
import type { RequestContext } from '../http/client-ip.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf, requireSession, type SessionGuard } from '../http/session-guard.ts';
import type { InvitationService } from './invitations.ts';
import type { SecondFactorService } from './second-factors.ts';
import type { SessionStore } from './session-store.ts';
import type { UserStore } from './user-store.ts';

/** Owners and staff: invitations, roles, and help for users who lost their login. */
export function invitationAndAccessRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  users: UserStore;
  sessions: SessionStore;
  secondFactors: SecondFactorService;
  invitations: InvitationService;
  /** A user as the dashboard shows it, or `not_found`. */
  requireAdminView: (userId: number) => AdminUser;
  limits: { emailRequests: (context: RequestContext) => void };
}) {
  const { club, users, sessions, invitations } = deps;
  const listInvitations = () => ({ data: { invitations: invitations.list() } });
  const answerUser = (id: number) => ({ data: { user: deps.requireAdminView(id) } });
  const ownerJson = { access: 'owner', parse: parseJsonBody } as const;
  const anyoneJson = { access: 'anyone', parse: parseJsonBody } as const;

  return new Elysia({ name: 'people' })
    .use(deps.guard)
    .onBeforeHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .get('/api/admin/invitations', (): ApiAnswer<'GET /api/admin/invitations'> => listInvitations(), {
      access: 'owner',
    })
    .post(
      '/api/admin/invitations',
      async ({ body, session, set }): Promise<ApiAnswer<'POST /api/admin/invitations'>> => {
        const { email, role } = parseInput(invitationSchema, body);
        await invitations.invite(requireSession(session), email, role);
        set.status = 201;
        return listInvitations();
      },
      ownerJson,
    )
    .delete(
      '/api/admin/invitations/:id',
      async ({ params }): Promise<ApiAnswer<'DELETE /api/admin/invitations/:id'>> => {
        await invitations.withdraw(parseIdOrZero(params.id));
        return listInvitations();
      },
      { access: 'owner' },
    )
    .put(
      '/api/admin/users/:id/role',
      async ({ params, body, session }): Promise<ApiAnswer<'PUT /api/admin/users/:id/role'>> => {
        const { role } = parseInput(roleChangeSchema, body);
        const id = parseIdOrZero(params.id);
        await club.write((tx) => {
          const user = requireUser(users, id);
          if (user.role === role) return;
          assertRoleChange(users, user, role);
          users.setRole(tx, id, role);
          if (role) recordAuditEntry(tx, actorOf(session), 'promoted', 'user', id, { role });
          else recordAuditEntry(tx, actorOf(session), 'demoted', 'user', id);
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
          requireUser(users, id);
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
          const user = requireUser(users, id);
          deps.secondFactors.reset(tx, user, actorOf(session));
          sessions.endAllForUser(tx, id);
        });
        return answerUser(id);
      },
      { access: 'owner' },
    )
    .post(
      '/api/auth/invitation',
      ({ body, request, server }): ApiAnswer<'POST /api/auth/invitation'> => {
        deps.limits.emailRequests({ request, server });
        return invitations.read(parseInput(invitationTokenSchema, body).token);
      },
      anyoneJson,
    )
    .post(
      '/api/auth/invitation/accept',
      async ({ body, request, server, set }): Promise<ApiAnswer<'POST /api/auth/invitation/accept'>> => {
        deps.limits.emailRequests({ request, server });
        const { offer, cookies } = await invitations.accept(
          parseInput(acceptInvitationSchema, body),
          request,
        );
        if (cookies) set.headers['set-cookie'] = cookies;
        return offer;
      },
      anyoneJson,
    );
}

function requireUser(users: UserStore, id: number) {
  const user = users.find(id);
  if (!user) throw new Failure('not_found', 'There is no user with this number.');
  return user;
}

/** Runs inside the transaction of the change, so that two owners cannot take away each other's role at once. */
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
      'This email address is not confirmed yet, so it may belong to another person. Invite the person by email instead.',
    );
  }
}
