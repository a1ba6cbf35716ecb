import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import { loginSchema, registerSchema, type User } from '../domain/account.ts';
import type { ClientIpResolver, RequestContext } from '../http/client-ip.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { requireSession, type SessionGuard } from '../http/session-guard.ts';
import type { Entrance, Entry } from './entrance.ts';
import type { SessionStore } from './sessions.ts';

interface Answer {
  headers: Record<string, string | number>;
  status?: number | string;
}

/** Coming in, going out, and who is here. */
export function entranceRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  sessions: SessionStore;
  entrance: Entrance;
  addressOf: ClientIpResolver;
  limits: { register: (visit: RequestContext) => void };
}) {
  const { sessions, entrance } = deps;

  const admitted = (entry: Entry, set: Answer): { user: User } => {
    set.headers['set-cookie'] = sessions.cookieFor(entry.token);
    set.headers['cache-control'] = 'no-store';
    return { user: entry.user };
  };

  const leave = async ({ request, set }: { request: Request; set: Answer }) => {
    await deps.club.write((tx) => sessions.endOf(tx, request));
    set.headers['set-cookie'] = sessions.cookieFor('');
    set.headers['cache-control'] = 'no-store';
    return { message: 'Logged out' };
  };

  const whoIsHere = ({ session, set }: { session: Parameters<typeof requireSession>[0]; set: Answer }) => {
    set.headers['cache-control'] = 'no-store';
    return requireSession(session).user;
  };

  return new Elysia({ name: 'entrance' })
    .use(deps.guard)
    .post(
      '/api/auth/register',
      async ({ body, request, server, set }) => {
        deps.limits.register({ request, server });
        const entry = await entrance.register(parseInput(registerSchema, body), request);
        set.status = 201;
        return admitted(entry, set);
      },
      { access: 'anyone', parse: parseJsonBody },
    )
    .post(
      '/api/auth/login',
      async ({ body, request, server, set }) => {
        const input = parseInput(loginSchema, body);
        const entry = await entrance.login(input, request, deps.addressOf({ request, server }));
        return admitted(entry, set);
      },
      { access: 'anyone', parse: parseJsonBody },
    )
    .post('/api/auth/logout', leave, { access: 'anyone', parse: 'none' })
    .get('/api/oauth/logout', leave, { access: 'anyone' })
    .post(
      '/api/auth/logout-everywhere',
      async ({ session, set }) => {
        const { user } = requireSession(session);
        await deps.club.write((tx) => sessions.endAllOf(tx, user.id));
        set.headers['set-cookie'] = sessions.cookieFor('');
        set.headers['cache-control'] = 'no-store';
        return { message: 'Logged out everywhere' };
      },
      { access: 'member', parse: 'none' },
    )
    .get('/api/auth/user', whoIsHere, { access: 'member' })
    .get('/api/auth/profile', whoIsHere, { access: 'member' });
}
