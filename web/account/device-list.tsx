import { useRef, useState } from 'react';
import type { SessionView } from '../../src/domain/api/account-answers.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { callApi, errorMessage } from '../lib/api.ts';
import { invalidateQueries, useQuery } from '../lib/query.ts';
import { useLocation } from '../lib/router.ts';
import { showToast } from '../lib/toast.ts';
import { useAction } from '../lib/use-action.ts';
import { useAuth } from '../shared/session.tsx';
import { AccountPart } from './account-part.tsx';

/** Devices on which the member is logged in, with buttons to log them out. */
export function DeviceList() {
  const { data, state } = useQuery('GET /api/auth/sessions');
  const list = useRef<HTMLUListElement>(null);
  return (
    <AccountPart id="devices" title="Your devices" state={data?.length}>
      {state === 'failed' && (
        <p className="alert danger" role="alert">
          Your devices could not be loaded. Please reload the page.
        </p>
      )}
      <ul className="account-list" ref={list} tabIndex={-1} aria-label="Your devices">
        {data
          ?.toSorted((one, other) => Number(other.current) - Number(one.current))
          .map((session) => (
            <DeviceListItem key={session.id} session={session} onRemoved={() => list.current?.focus()} />
          ))}
      </ul>
      <LogOutEverywhere />
    </AccountPart>
  );
}

function DeviceListItem({ session, onRemoved }: { session: SessionView; onRemoved: () => void }) {
  const { busy, run } = useLogOutAction();
  const name = session.device || 'Unknown device';
  const when = session.current
    ? `Logged in ${shortDate(session.logged_in_at.slice(0, 10))}`
    : `Last used ${shortDate(session.last_seen_at.slice(0, 10))}`;
  const endSession = () =>
    run(async () => {
      await callApi('DELETE /api/auth/sessions/:id', { params: { id: session.id } });
      showToast('success', 'Device logged out', name);
      // The focused button is about to disappear.
      onRemoved();
    });
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <span className="muted small">{when}</span>
      </div>
      {session.current ? (
        <span className="badge success">This device</span>
      ) : (
        <button
          type="button"
          className="quiet"
          aria-busy={busy}
          disabled={busy}
          onClick={() => void endSession()}
        >
          Log out{' '}
          <span className="visually-hidden">
            {name}, {when}
          </span>
        </button>
      )}
    </li>
  );
}

/** Shows a failure as a toast, then reads the list of devices again. */
function useLogOutAction() {
  const { busy, run } = useAction('An error occurred during logout.', (error, fallback) => {
    const message = errorMessage(error, fallback);
    showToast('error', 'Logout failed', message);
    return message;
  });
  const runAndReload = async (action: () => Promise<void>) => {
    await run(action);
    await invalidateQueries('GET /api/auth/sessions');
  };
  return { busy, run: runAndReload };
}

function LogOutEverywhere() {
  const { user, refresh } = useAuth();
  const [endsFeeds, setEndsFeeds] = useState(false);
  const { route } = useLocation();
  const { busy, run } = useLogOutAction();
  const logOut = () =>
    run(async () => {
      await callApi('POST /api/auth/logout-everywhere', endsFeeds ? { query: { feeds: '1' } } : {});
      showToast('success', 'Logged out', 'You are logged out on every device.');
      route('/');
      await refresh();
    });
  return (
    <>
      <p>Lost your phone, or used a shared device? This logs you out on every device, including this one.</p>
      {user?.role === 'owner' && (
        <label className="account-choice">
          <input
            type="checkbox"
            checked={endsFeeds}
            onChange={(event) => setEndsFeeds(event.target.checked)}
          />
          End my calendar feeds too
        </label>
      )}
      <button type="button" className="danger" aria-busy={busy} disabled={busy} onClick={() => void logOut()}>
        Log out everywhere
      </button>
    </>
  );
}
