import { Elysia } from 'elysia';
import type { ApiAnswer } from '../domain/api.ts';
import { acceptInvitationSchema, invitationSchema, invitationTokenSchema } from '../domain/invitation.ts';
import type { ClientIpResolver, RequestContext } from '../http/client-ip.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { requireSession, type SessionGuard } from '../http/session-guard.ts';
import type { InvitationService } from './invitations.ts';

/** Invites people by email to run the club. */
export function invitationRoutes(deps: {
  guard: SessionGuard;
  invitations: InvitationService;
  /** Without a mail server, the owner gets the link to pass on. */
  sendsMail: boolean;
  getClientIp: ClientIpResolver;
  limits: { emailRequests: (context: RequestContext) => void };
}) {
  const { invitations } = deps;
  const listInvitations = () => ({ data: { invitations: invitations.list() } });
  const ownerJson = { access: 'owner', parse: parseJsonBody } as const;
  const anyoneJson = { access: 'anyone', parse: parseJsonBody } as const;

  return new Elysia({ name: 'invitations' })
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
        const link = await invitations.invite(requireSession(session), email, role);
        set.status = 201;
        return { data: { invitations: invitations.list(), link: deps.sendsMail ? null : link } };
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
          deps.getClientIp({ request, server }),
        );
        if (cookies) set.headers['set-cookie'] = cookies;
        return offer;
      },
      anyoneJson,
    );
}
