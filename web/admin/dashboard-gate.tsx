import { type ComponentType, lazy, Suspense } from 'react';
import type { PageData } from '../../src/domain/page-data.ts';
import { prefetchQuery, useQuery } from '../lib/query.ts';
import { ReauthenticationForm } from '../shared/reauthentication-form.tsx';
import { useAuth } from '../shared/session.tsx';

const loadDashboard = () => import('./dashboard.tsx');
/** Only admins download the dashboard's code. */
let Dashboard: ComponentType = lazy(loadDashboard);
const LockedScreen = lazy(() => import('./screen-lock.tsx'));

/** Called before the page is hydrated, so that an admin sees the desk instead of a loading screen. */
export async function prepare({ desk }: PageData): Promise<void> {
  if (!desk) return;
  prefetchQuery('GET /api/auth/user');
  prefetchQuery('GET /api/admin/day', { query: { date: desk } });
  // Rendered at once, because React keeps showing a lazy component's fallback for at least 300 ms.
  await loadDashboard().then(
    (module) => {
      Dashboard = module.default;
    },
    () => {},
  );
}

/** The dashboard for admins, a refusal for everybody else; the server checks every admin request itself. */
export default function DashboardGate() {
  const { user } = useAuth();
  if (user === undefined) return <DashboardLoading />;
  if (user?.screen_locked) {
    return (
      <Suspense fallback={<DashboardLoading />}>
        <LockedScreen />
      </Suspense>
    );
  }
  if (user?.admin_locked) return <SecondFactorRequired />;
  if (!user?.is_admin) return <NotAllowed signedIn={user !== null} />;
  return (
    <Suspense fallback={<DashboardLoading />}>
      <Dashboard />
    </Suspense>
  );
}

function DashboardLoading() {
  return (
    <main id="main" className="admin page-loading" aria-busy="true" tabIndex={-1}>
      <h1 className="visually-hidden">Admin Dashboard</h1>
      <p className="requires-javascript" aria-busy="true">
        Loading …
      </p>
    </main>
  );
}

/** For an owner or staff member whose session has not passed the second factor. */
function SecondFactorRequired() {
  const { refresh } = useAuth();
  const { data } = useQuery('GET /api/auth/second-factors');
  const hasFactor = data && (data.totp || data.passkeys.length > 0);
  return (
    <main id="main" className="container narrow" aria-busy={!data} tabIndex={-1}>
      <h1>{hasFactor === false ? 'Set up an extra login step' : 'Confirm it’s you'}</h1>
      {hasFactor === false && (
        <>
          <p className="lead">
            The club asks its staff for a passkey or an authenticator app, so that a stolen password doesn’t
            open the dashboard.
          </p>
          <a className="button" href="/account#login-security">
            Set one up in my account
          </a>
        </>
      )}
      {hasFactor && (
        <div className="card">
          <p>The dashboard needs your extra login step.</p>
          <ReauthenticationForm onReauthenticated={() => void refresh()} />
        </div>
      )}
    </main>
  );
}

function NotAllowed({ signedIn }: { signedIn: boolean }) {
  return (
    <main id="main" className="container narrow" tabIndex={-1}>
      <h1>Not allowed</h1>
      <p className="lead">Only admins can open this page.</p>
      <p className="cluster">
        {signedIn ? (
          <a className="button" href="/account">
            My Account
          </a>
        ) : (
          <a className="button" href="/login">
            Login
          </a>
        )}
        <a className="button ghost" href="/">
          Back to Home
        </a>
      </p>
    </main>
  );
}
