import { useRef, useState } from 'react';
import { toast } from 'sonner';
import type { SessionView } from '../../src/domain/account.ts';
import { shortDate } from '../../src/domain/business-day.ts';
import { useAuth } from '../app/session.tsx';
import { call, sentenceOf } from '../lib/api.ts';
import { invalidate, useQuery } from '../lib/query.ts';
import { useLocation } from '../lib/router.ts';

/** Where the member is logged in; one place or all of them can be ended from here. */
export function Devices() {
  const { data, state } = useQuery<SessionView[]>(['/api/auth/sessions']);
  const list = useRef<HTMLUListElement>(null);
  return (
    <>
      {state === 'failed' && (
        <p className="notice danger" role="alert">
          Your devices could not be fetched. Please reload the page.
        </p>
      )}
      <ul className="account-list" ref={list} tabIndex={-1} aria-label="Your devices">
        {data
          ?.toSorted((one, other) => Number(other.current) - Number(one.current))
          .map((session) => (
            <Device key={session.id} session={session} onGone={() => list.current?.focus()} />
          ))}
      </ul>
      <SignOutEverywhere />
    </>
  );
}

function Device({ session, onGone }: { session: SessionView; onGone: () => void }) {
  const [busy, setBusy] = useState(false);
  const name = session.device || 'Unknown device';
  const loggedIn = `logged in ${shortDate(session.logged_in_at.slice(0, 10))}`;
  const end = async () => {
    setBusy(true);
    try {
      await call('DELETE', `/api/auth/sessions/${session.id}`);
      toast.success('Device logged out', { description: name });
      // The button that had the focus is about to go.
      onGone();
    } catch (error) {
      toast.error('Logout failed', { description: sentenceOf(error, 'An error occurred during logout.') });
    }
    await invalidate('/api/auth/sessions');
    setBusy(false);
  };
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <span className="muted small">
          {loggedIn}
          {!session.current && `, last used ${shortDate(session.last_seen_at.slice(0, 10))}`}
        </span>
      </div>
      {session.current ? (
        <span className="badge success">This device</span>
      ) : (
        <button type="button" className="quiet" aria-busy={busy} disabled={busy} onClick={end}>
          Log out{' '}
          <span className="account-spoken">
            {name}, {loggedIn}
          </span>
        </button>
      )}
    </li>
  );
}

function SignOutEverywhere() {
  const { refresh } = useAuth();
  const { route } = useLocation();
  const [busy, setBusy] = useState(false);
  const signOut = async () => {
    setBusy(true);
    try {
      await call('POST', '/api/auth/logout-everywhere', { body: {} });
      toast.success('Logged out', { description: 'You are logged out on every device.' });
      route('/');
      await refresh();
    } catch {
      toast.error('Logout failed', { description: 'An error occurred during logout.' });
      setBusy(false);
    }
  };
  return (
    <>
      <p>Lost your phone, or logged in on somebody else's? This logs you out everywhere, here too.</p>
      <button type="button" className="danger" aria-busy={busy} disabled={busy} onClick={signOut}>
        Log out everywhere
      </button>
    </>
  );
}
