import { useEffect } from 'react';
import { safeRedirectPath } from '../../src/domain/redirect-path.ts';
import { useLocation, useQueryParams } from '../lib/router.ts';
import { useAuth } from '../shared/session.tsx';

/** The path after the login: the `next` parameter, otherwise the account. */
export function useNextPath(): string {
  return safeRedirectPath(useQueryParams().next) ?? '/account';
}

/** Redirects a signed-in user to the next path. */
export function useRedirectWhenSignedIn(): void {
  const { user } = useAuth();
  const { route } = useLocation();
  const nextPath = useNextPath();
  const signedIn = user !== null && user !== undefined;
  useEffect(() => {
    if (signedIn) route(nextPath, true);
  }, [signedIn, route, nextPath]);
}

/** `path` with the `next` parameter, unless that is the account. */
export function withNextPath(path: string, nextPath: string): string {
  return nextPath === '/account' ? path : `${path}?next=${encodeURIComponent(nextPath)}`;
}
