import { useEffect } from 'react';
import { safeRedirectPath } from '../../src/domain/redirect-path.ts';
import { useLocation, useQueryParams } from '../lib/router.ts';
import { useAuth } from '../shared/session.tsx';

/** Where to go after the login: the `next` parameter, otherwise the account. */
export function useNextPath(): string {
  return safeRedirectPath(useQueryParams().next) ?? '/account';
}

/** True for a visitor whom the link about a regular slot sent here. */
export function useAsksForRegularSlot(): boolean {
  return useNextPath().includes('weekly=1');
}

/** Sends a signed-in user to the next path; owners and staff who asked for no other go to the dashboard. */
export function useRedirectWhenSignedIn(): void {
  const { user } = useAuth();
  const { route } = useLocation();
  const nextPath = useNextPath();
  const asked = useQueryParams().next;
  const signedIn = user !== null && user !== undefined;
  const worksHere = signedIn && (user.is_admin || user.admin_locked);
  useEffect(() => {
    if (signedIn) route(worksHere && !asked ? '/admin' : nextPath, true);
  }, [signedIn, worksHere, asked, route, nextPath]);
}

/** Adds the `next` parameter to `path`, unless it is the account. */
export function withNextPath(path: string, nextPath: string): string {
  return nextPath === '/account' ? path : `${path}?next=${encodeURIComponent(nextPath)}`;
}
