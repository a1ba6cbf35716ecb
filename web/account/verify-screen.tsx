import { useState } from 'react';
import { useAuth } from '../app/session.tsx';
import { call, sentenceOf } from '../lib/api.ts';
import { useLinkToken } from '../lib/link-token.ts';
import { Door } from './door.tsx';

/** Proves an email address. A tap does it, so that a mail scanner opening the link does not. */
export default function VerifyScreen() {
  const { user, refresh } = useAuth();
  const { token, forget } = useLinkToken('verify');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  const confirm = async () => {
    setBusy(true);
    setProblem('');
    try {
      await call('POST', '/api/auth/verify', { body: { token } });
      forget();
      await refresh();
    } catch (error) {
      setProblem(sentenceOf(error, 'Your email address could not be confirmed. Please try again.'));
    }
    setBusy(false);
  };

  return (
    <Door title="Confirm your email address">
      {problem && (
        <p className="notice danger" role="alert">
          {problem}
        </p>
      )}
      {user === undefined ? (
        <p aria-busy="true">One moment …</p>
      ) : user === null ? (
        <>
          <p>Please log in first; then we know that account and mailbox belong together.</p>
          <a href="/login?next=/verify" className="button wide">
            Login
          </a>
        </>
      ) : user.email_verified ? (
        <>
          <p className="notice success" role="status">
            <strong>{user.email}</strong> is confirmed. Bookings made with it are in your account now.
          </p>
          <a href="/account?tab=bookings" className="button wide">
            My bookings
          </a>
        </>
      ) : token === null ? (
        <>
          <p>Please open the link from our mail. You can have it sent again in your account.</p>
          <a href="/account" className="button wide">
            My Account
          </a>
        </>
      ) : (
        <>
          <p>
            Is <strong>{user.email}</strong> yours? Earlier bookings made with it will join your account.
          </p>
          <button type="button" className="wide" aria-busy={busy} disabled={busy} onClick={confirm}>
            Confirm my address
          </button>
        </>
      )}
    </Door>
  );
}
