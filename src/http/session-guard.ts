import { Elysia } from 'elysia';
import type { Actor } from '../db/club-event.ts';
import type { User } from '../domain/account.ts';
import type { Access } from '../domain/api.ts';
import { Failure } from '../domain/failure.ts';

/** The session of a signed-in user. */
export interface Session {
  sid: string;
  user: User;
}

/** Finds the session of a request's cookie; null without one. */
export type FindSession = (request: Request) => Session | null;

/**
 * A plugin that gives routes the option `access` and the value `session`. A test fails for a route without
 * `access`.
 */
export function sessionGuard(findSession: FindSession) {
  return new Elysia({ name: 'session-guard' }).macro('access', (access: Access) => ({
    detail: { access } as object,
    resolve: ({ request }: { request: Request }) => {
      const session = findSession(request);
      if (access !== 'anyone' && !session) {
        throw new Failure('unauthenticated', 'Please log in first.');
      }
      const role = session?.user.role ?? null;
      if (access === 'staff' && role === null)
        throw new Failure('forbidden', 'Only admins can open this page.');
      if (access === 'owner' && role !== 'owner') {
        throw new Failure(
          'forbidden',
          role === null ? 'Only admins can open this page.' : 'Only an owner of the club may do this.',
        );
      }
      return { session };
    },
  }));
}

export type SessionGuard = ReturnType<typeof sessionGuard>;

/** The session of a route that declared `member`, `staff` or `owner`. */
export function requireSession(session: Session | null): Session {
  if (!session) throw new Failure('unauthenticated', 'Please log in first.');
  return session;
}

export function actorOf(session: Session | null): Actor {
  if (!session) return { kind: 'guest', user_id: null };
  const { id, role } = session.user;
  return role === null ? { kind: 'member', user_id: id } : { kind: 'admin', user_id: id, role };
}
