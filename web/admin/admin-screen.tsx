import { lazy, Suspense } from 'react';
import { useAuth } from '../shared/session.tsx';

/** The desk's own code; it travels only to people who may use it. */
const Dashboard = lazy(() => import('./dashboard.tsx'));

/** The club desk, or a word to everybody else. The server refuses them by itself. */
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
      <p className="lead">This page is for the club desk only.</p>
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
