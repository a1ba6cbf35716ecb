import { callApi } from '../lib/api.ts';
import { useAction } from '../lib/use-action.ts';
import { useLinkToken } from '../lib/use-link-token.ts';
import { useAuth } from '../shared/session.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { AuthLayout } from './auth-layout.tsx';

/** Confirms an email address with a button, because mail scanners open links. */
export default function VerifyEmailScreen() {
  const { user, refresh } = useAuth();
  const { token, clearToken } = useLinkToken('verify');
  const { busy, error, run } = useAction('Your email address could not be confirmed. Please try again.');

  const confirm = () =>
    run(async () => {
      await callApi('POST /api/auth/verify', { body: { token: token ?? '' } });
      clearToken();
      await refresh();
    });

  return (
    <AuthLayout title="Confirm your email address">
      <ErrorAlert text={error} />
      {user === undefined ? (
        <p aria-busy="true">One moment …</p>
      ) : user === null ? (
        <>
          <p>Please log in first, so that we can confirm the email address of your account.</p>
          <a href="/login?next=/verify" className="button wide">
            Login
          </a>
        </>
      ) : user.email_verified ? (
        <>
          <p className="alert success" role="status">
            <strong>{user.email}</strong> is confirmed. Bookings made with it are now in your account.
          </p>
          <a href="/account?tab=bookings" className="button wide">
            My Bookings
          </a>
        </>
      ) : token === null ? (
        <>
          <p>Please open the link in our email. You can request a new one in your account.</p>
          <a href="/account" className="button wide">
            My Account
          </a>
        </>
      ) : (
        <>
          <p>
            Is <strong>{user.email}</strong> yours? Earlier bookings made with it will appear in your account.
          </p>
          <button
            type="button"
            className="wide"
            aria-busy={busy}
            disabled={busy}
            onClick={() => void confirm()}
          >
            Confirm my email
          </button>
        </>
      )}
    </AuthLayout>
  );
}
