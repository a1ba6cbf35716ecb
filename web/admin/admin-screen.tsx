import { lazy, Suspense } from 'react';
import { useAuth } from '../shared/session.tsx';

/** Only admins download the dashboard's code. */
const Dashboard = lazy(() => import('./dashboard.tsx'));

/** The dashboard for admins, a refusal for everybody else; the server checks every admin request itself. */
export default function AdminScreen() {
  const { user } = useAuth();
  if (user === undefined) return <DashboardLoading />;
  if (!user?.is_admin) return <NotAllowed signedIn={user !== null} />;
  return (
    <Suspense fallback={<DashboardLoading />}>
      <Dashboard />
    </Suspense>
  );
}

function DashboardLoading() {
  return (
    <main id="main" className="container admin page-loading" aria-busy="true" tabIndex={-1}>
      <h1>Admin Dashboard</h1>
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
