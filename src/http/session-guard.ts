import { Elysia } from 'elysia';
import type { Actor } from '../db/club-event.ts';
import type { User } from '../domain/api/account-answers.ts';
import { type Access, API, type RouteContract, type StaffRight } from '../domain/api.ts';
import { Failure } from '../domain/failure.ts';

/** The session of a signed-in user. */
export interface Session {
  sid: string;
  user: User;
  /** When the user last authenticated: at the login or since. */
  authenticated_at: number;
  /** The user authenticated in the last ten minutes, by the second factor where there is one. */
  isReauthenticated: () => boolean;
  /** A passkey or a code was part of an authentication of this session. */
  strong: boolean;
  /** The screen waits for the PIN of its admin. */
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

/** All that a locked session may do: tell whose it is, be unlocked, end. */
const ROUTES_WHILE_LOCKED = new Set([
  'GET /api/auth/user',
  'GET /api/auth/profile',
  'POST /api/auth/unlock',
  'POST /api/auth/logout',
  'GET /api/oauth/logout',
]);

/** Finds the session of a request's cookie; null without one. */
export type FindSession = (request: Request) => Session | null;

/**
 * A plugin that gives routes the option `access` and the value `session`. A test fails for a route without
 * `access`. Routes whose contract says `reauthenticate` ask for a recent authentication, too. No cache keeps the answer of a route
 * that asks for a session.
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

/** For risky actions: throws unless the user authenticated recently. `reauthenticate` of a contract checks the whole route. */
export function assertReauthenticated(session: Session | null): void {
  if (requireSession(session).isReauthenticated()) return;
  throw new Failure('reauthentication_required', 'Please confirm that it is you, then try again.');
}

export function actorOf(session: Session | null): Actor {
  if (!session) return { kind: 'guest', user_id: null };
  const { id, role } = session.user;
  return role === null ? { kind: 'member', user_id: id } : { kind: 'admin', user_id: id, role };
}
