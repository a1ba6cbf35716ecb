import { type ReactNode, useEffect } from 'react';
import { safeRedirectPath } from '../../src/domain/sign-in.ts';
import { NeedsScript } from '../app/needs-script.tsx';
import { useAuth } from '../app/session.tsx';
import { useLocation, useQueryParams } from '../lib/router.ts';

/** The frame of the screens before the account: a card in the middle, a line below it. */
export function Door({
  title,
  lead,
  problem,
  children,
}: {
  title: string;
  lead?: string;
  /** What went wrong with the last submit. */
  problem?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main id="main" className="container account-door" tabIndex={-1}>
      <div className="card lit">
        <h1>{title}</h1>
        {lead && <p className="muted">{lead}</p>}
        {problem && (
          <p className="notice danger" role="alert">
            {problem}
          </p>
        )}
        <NeedsScript what={title} />
        <div className="needs-script">{children}</div>
      </div>
    </main>
  );
}

/** Where to go after signing in: back to where the visitor came from, else to the account. */
export function useWayOn(): string {
  return safeRedirectPath(useQueryParams().next) ?? '/account';
}

/** Sends on whoever is signed in, now or as soon as it is known. */
export function useLeaveWhenSignedIn(): void {
  const { user } = useAuth();
  const { route } = useLocation();
  const wayOn = useWayOn();
  const signedIn = user !== null && user !== undefined;
  useEffect(() => {
    if (signedIn) route(wayOn, true);
  }, [signedIn, route, wayOn]);
}

/** `path` with the way on, when there is one worth naming. */
export function withWayOn(path: string, wayOn: string): string {
  return wayOn === '/account' ? path : `${path}?next=${encodeURIComponent(wayOn)}`;
}
