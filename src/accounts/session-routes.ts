import { Elysia } from 'elysia';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { ClubDb } from '../db/club-db.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { Failure } from '../domain/failure.ts';
import { actorOf, requireSession, type Session, type SessionGuard } from '../http/session-guard.ts';
import type { SessionStore } from './session-store.ts';

interface LogoutContext {
  request: Request;
  set: { headers: Record<string, string | number> & { 'set-cookie'?: string | string[] } };
}

/** The current user, their signed-in devices, and every way to sign out. */
export function sessionRoutes(deps: { guard: SessionGuard; club: ClubDb; sessions: SessionStore }) {
  const { club, sessions } = deps;
  const listSessions = ({ user, sid }: Session) => sessions.listForUser(user.id, sid);
  const logOut = async ({
    request,
    set,
  }: LogoutContext): Promise<ApiAnswer<'POST /api/auth/logout'> & ApiAnswer<'GET /api/oauth/logout'>> => {
    await club.write((tx) => sessions.endForRequest(tx, request));
    set.headers['set-cookie'] = sessions.serializeCookie('');
    return { message: 'Logged out' };
  };

  return new Elysia({ name: 'sessions' })
    .use(deps.guard)
    .onBeforeHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .get('/api/auth/user', ({ session }): ApiAnswer<'GET /api/auth/user'> => requireSession(session).user, {
      access: 'member',
    })
    .post('/api/auth/logout', logOut, { access: 'anyone', parse: 'none' })
    .get('/api/oauth/logout', logOut, { access: 'anyone' })
    .post(
      '/api/auth/logout-everywhere',
      async ({ query, session, set }): Promise<ApiAnswer<'POST /api/auth/logout-everywhere'>> => {
        const { user } = requireSession(session);
        const ends_feeds = query.feeds === '1';
        await club.write((tx) => {
          sessions.endAllForUser(tx, user.id);
          tx.emit({ kind: 'user.logged_out_everywhere', user_id: user.id, ends_feeds });
        });
        set.headers['set-cookie'] = sessions.serializeCookie('');
        return { message: 'Logged out everywhere' };
      },
      { access: 'member', parse: 'none' },
    )
    .get(
      '/api/auth/sessions',
      ({ session }): ApiAnswer<'GET /api/auth/sessions'> => listSessions(requireSession(session)),
      { access: 'member' },
    )
    .delete(
      '/api/auth/sessions/:id',
      async ({ params, session }): Promise<ApiAnswer<'DELETE /api/auth/sessions/:id'>> => {
        const current = requireSession(session);
        await club.write((tx) => {
          if (!sessions.endByPublicId(tx, current.user.id, params.id)) {
            throw new Failure('not_found', 'This device is already logged out.');
          }
          recordAuditEntry(tx, actorOf(current), 'session_ended', 'user', current.user.id);
        });
        return listSessions(current);
      },
      { access: 'member' },
    );
}
