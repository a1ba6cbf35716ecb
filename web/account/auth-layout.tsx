import { type ReactNode, useEffect } from 'react';
import { safeRedirectPath } from '../../src/domain/sign-in-providers.ts';
import { useLocation, useQueryParams } from '../lib/router.ts';
import { JavaScriptRequired } from '../shared/javascript-required.tsx';
import { useAuth } from '../shared/session.tsx';

/** The layout of the login, registration and password screens. */
export function AuthLayout({
  title,
  lead,
  error,
  children,
}: {
  title: string;
  lead?: string;
  /** The error of the last submit. */
  error?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main id="main" className="container auth-layout" tabIndex={-1}>
      <div className="card highlighted">
        <h1>{title}</h1>
        {lead && <p className="muted">{lead}</p>}
        {error && (
          <p className="alert danger" role="alert">
            {error}
          </p>
        )}
        <JavaScriptRequired feature={title} />
        <div className="requires-javascript">{children}</div>
      </div>
    </main>
  );
}

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
