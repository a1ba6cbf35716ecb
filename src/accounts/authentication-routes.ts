import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import { loginSchema, registerSchema } from '../domain/account.ts';
import type { ApiAnswer } from '../domain/api.ts';
import type { ClientIpResolver, RequestContext } from '../http/client-ip.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { requireSession, type SessionGuard } from '../http/session-guard.ts';
import type { AuthenticationService, SignInResult } from './authentication.ts';
import type { SessionStore } from './session-store.ts';

interface ResponseContext {
  headers: Record<string, string | number> & { 'set-cookie'?: string | string[] };
  status?: number | string;
}

/** Registration, login, logout and the current user. */
export function authenticationRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  sessions: SessionStore;
  authentication: AuthenticationService;
  getClientIp: ClientIpResolver;
  limits: { register: (visit: RequestContext) => void };
}) {
  const { sessions, authentication } = deps;

  const completeSignIn = (
    result: SignInResult,
    set: ResponseContext,
  ): ApiAnswer<'POST /api/auth/register'> & ApiAnswer<'POST /api/auth/login'> => {
    set.headers['set-cookie'] = result.cookies;
    set.headers['cache-control'] = 'no-store';
    return { user: result.user };
  };

  const logOut = async ({
    request,
    set,
  }: {
    request: Request;
    set: ResponseContext;
  }): Promise<ApiAnswer<'POST /api/auth/logout'> & ApiAnswer<'GET /api/oauth/logout'>> => {
    await deps.club.write((tx) => sessions.endForRequest(tx, request));
    set.headers['set-cookie'] = sessions.serializeCookie('');
    set.headers['cache-control'] = 'no-store';
    return { message: 'Logged out' };
  };

  const getCurrentUser = ({
    session,
    set,
  }: {
    session: Parameters<typeof requireSession>[0];
    set: ResponseContext;
  }): ApiAnswer<'GET /api/auth/user'> & ApiAnswer<'GET /api/auth/profile'> => {
    set.headers['cache-control'] = 'no-store';
    return requireSession(session).user;
  };

  return new Elysia({ name: 'authentication' })
    .use(deps.guard)
    .post(
      '/api/auth/register',
      async ({ body, request, server, set }): Promise<ApiAnswer<'POST /api/auth/register'>> => {
        deps.limits.register({ request, server });
        const result = await authentication.register(parseInput(registerSchema, body), request);
        set.status = 201;
        return completeSignIn(result, set);
      },
      { access: 'anyone', parse: parseJsonBody },
    )
    .post(
      '/api/auth/login',
      async ({ body, request, server, set }): Promise<ApiAnswer<'POST /api/auth/login'>> => {
        const input = parseInput(loginSchema, body);
        const result = await authentication.login(input, request, deps.getClientIp({ request, server }));
        return completeSignIn(result, set);
      },
      { access: 'anyone', parse: parseJsonBody },
    )
    .post('/api/auth/logout', logOut, { access: 'anyone', parse: 'none' })
    .get('/api/oauth/logout', logOut, { access: 'anyone' })
    .post(
      '/api/auth/logout-everywhere',
      async ({ session, set }): Promise<ApiAnswer<'POST /api/auth/logout-everywhere'>> => {
        const { user } = requireSession(session);
        await deps.club.write((tx) => sessions.endAllForUser(tx, user.id));
        set.headers['set-cookie'] = sessions.serializeCookie('');
        set.headers['cache-control'] = 'no-store';
        return { message: 'Logged out everywhere' };
      },
      { access: 'member', parse: 'none' },
    )
    .get('/api/auth/user', getCurrentUser, { access: 'member' })
    .get('/api/auth/profile', getCurrentUser, { access: 'member' });
}
