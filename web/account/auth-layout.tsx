import { type ReactNode, useEffect } from 'react';
import { safeRedirectPath } from '../../src/domain/sign-in.ts';
import { useLocation, useQueryParams } from '../lib/router.ts';
import { JavaScriptRequired } from '../shared/javascript-required.tsx';
import { useAuth } from '../shared/session.tsx';

/** The frame of the screens before the account: a card in the middle, a line below it. */
export function AuthLayout({
  title,
  lead,
  error,
  children,
}: {
  title: string;
  lead?: string;
  /** What went wrong with the last submit. */
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

/** Where to go after signing in: back to where the visitor came from, else to the account. */
export function useNextPath(): string {
  return safeRedirectPath(useQueryParams().next) ?? '/account';
}

/** Sends on whoever is signed in, now or as soon as it is known. */
export function useRedirectWhenSignedIn(): void {
  const { user } = useAuth();
  const { route } = useLocation();
  const nextPath = useNextPath();
  const signedIn = user !== null && user !== undefined;
  useEffect(() => {
    if (signedIn) route(nextPath, true);
  }, [signedIn, route, nextPath]);
}

/** `path` with the way on, when there is one worth naming. */
export function withNextPath(path: string, nextPath: string): string {
  return nextPath === '/account' ? path : `${path}?next=${encodeURIComponent(nextPath)}`;
}
