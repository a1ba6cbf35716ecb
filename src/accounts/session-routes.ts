import { Elysia } from 'elysia';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { ClubDb } from '../db/club-db.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { Failure } from '../domain/failure.ts';
import { actorOf, requireSession, type Session, type SessionGuard } from '../http/session-guard.ts';
import type { SessionStore } from './session-store.ts';

/** Lists and ends the sessions of the signed-in member. */
export function sessionRoutes(deps: { guard: SessionGuard; club: ClubDb; sessions: SessionStore }) {
  const { club, sessions } = deps;
  const listSessions = ({ user, sid }: Session) => sessions.listForUser(user.id, sid);
  return new Elysia({ name: 'sessions' })
    .use(deps.guard)
    .onBeforeHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
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
