import { Elysia } from 'elysia';
import type { Actor } from '../db/club-event.ts';
import type { User } from '../domain/api/account-answers.ts';
import { type Access, API, type RouteContract, type StaffRight } from '../domain/api.ts';
import { Failure } from '../domain/failure.ts';

/** A signed-in user's session. */
export interface Session {
  sid: string;
  user: User;
  /** When the user last authenticated, at login or since. */
  authenticated_at: number;
  /** The user authenticated in the last ten minutes, with the second factor if there is one. */
  isReauthenticated: () => boolean;
  /** A passkey or a code was used in this session. */
  strong: boolean;
  /** The screen is locked until its admin enters the PIN. */
  locked: boolean;
}

const REAUTHENTICATED_ROUTES = new Set(
  Object.entries<RouteContract>(API).flatMap(([route, { reauthenticate }]) =>
    reauthenticate ? [route] : [],
  ),
);

const ROUTE_RIGHTS = new Map(
  Object.entries<RouteContract>(API).flatMap(([route, { right }]) =>
    right ? [[route, right] as const] : [],
  ),
);

/** All that a locked session can do: say whose it is, be unlocked, end. */
const ROUTES_WHILE_LOCKED = new Set([
  'GET /api/auth/user',
  'GET /api/auth/profile',
  'POST /api/auth/unlock',
  'POST /api/auth/logout',
  'GET /api/oauth/logout',
]);

/** Finds the session by a request's cookie; null if there is none. */
export type FindSession = (request: Request) => Session | null;

/**
 * A plugin that gives routes the option `access` and the value `session`. A test fails for any route without
 * `access`. Routes whose contract says `reauthenticate` also require a recent authentication. Answers of routes that
 * need a session are never cached.
 */
export function sessionGuard(findSession: FindSession, hasRight: (right: StaffRight) => boolean) {
  return new Elysia({ name: 'session-guard' }).macro('access', (access: Access) => ({
    detail: { access } as object,
    resolve: ({
      request,
      route,
      set,
    }: {
      request: Request;
      route: string;
      set: { headers: Record<string, string | number> };
    }) => {
      if (access !== 'anyone') set.headers['cache-control'] = 'no-store';
      const found = findSession(request);
      const isBlocked = found?.locked && !ROUTES_WHILE_LOCKED.has(`${request.method} ${route}`);
      if (isBlocked && access !== 'anyone') {
        throw new Failure('screen_locked', 'This screen is locked. Please enter the PIN.');
      }
      const session = isBlocked ? null : found;
      if (access !== 'anyone' && !session) {
        throw new Failure('unauthenticated', 'Please log in first.');
      }
      if ((access === 'staff' || access === 'owner') && session?.user.admin_locked) {
        throw new Failure('second_factor_required', 'Please confirm your second factor first.');
      }
      const role = session?.user.role ?? null;
      if (access === 'staff' && role === null)
        throw new Failure('forbidden', 'Only admins can open this page.');
      const right = role === 'staff' ? ROUTE_RIGHTS.get(`${request.method} ${route}`) : undefined;
      const isAllowed = role === 'owner' || (right !== undefined && hasRight(right));
      if (access === 'owner' && !isAllowed) {
        throw new Failure(
          'forbidden',
          role === null ? 'Only admins can open this page.' : 'Only an owner of the club may do this.',
        );
      }
      if (REAUTHENTICATED_ROUTES.has(`${request.method} ${route}`)) assertReauthenticated(session);
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

/**
 * For risky actions: throws unless the user authenticated recently. To guard a whole route, set `reauthenticate` in
 * its contract.
 */
export function assertReauthenticated(session: Session | null): void {
  if (requireSession(session).isReauthenticated()) return;
  throw new Failure('reauthentication_required', 'Please confirm it’s you, then try again.');
}

export function actorOf(session: Session | null): Actor {
  if (!session) return { kind: 'guest', user_id: null };
  const { id, role } = session.user;
  return role === null ? { kind: 'member', user_id: id } : { kind: 'admin', user_id: id, role };
}
