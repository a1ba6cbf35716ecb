import { useState } from 'react';
import { callApi } from '../lib/api.ts';
import { useLocation } from '../lib/router.ts';
import { showToast } from '../lib/toast.ts';
import { DownloadLink } from '../shared/download-link.tsx';
import { useAuth } from '../shared/session.tsx';
import { useAccountChange } from '../shared/use-account-change.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { AccountPart } from './account-part.tsx';

/** Downloads or deletes everything stored about the member. */
export function YourDataSection() {
  const { route } = useLocation();
  const { refresh } = useAuth();
  const [asking, setAsking] = useState(false);
  const { busy, error, run } = useAccountChange('Your account could not be deleted. Please try again.');
  const remove = () =>
    run(async () => {
      const { message } = await callApi('DELETE /api/auth/account');
      showToast('success', message);
      route('/');
      await refresh();
    });
  return (
    <AccountPart id="your-data" title="Your data">
      <p>
        Download what we store about you, or delete your account. The{' '}
        <a href="/privacy-policy#rights">privacy policy</a> says what stays.
      </p>
      <ErrorAlert text={error} />
      {asking ? (
        <>
          <p className="alert warning" role="alert">
            This deletes your account, your name, email and phone on all bookings, receipts and messages. It
            cannot be undone.
          </p>
          <div className="cluster">
            <button
              type="button"
              className="danger"
              aria-busy={busy}
              disabled={busy}
              onClick={() => void remove()}
            >
              Delete my account for good
            </button>
            <button type="button" className="quiet" onClick={() => setAsking(false)}>
              Keep it
            </button>
          </div>
        </>
      ) : (
        <div className="cluster">
          <DownloadLink href="/api/auth/data.zip" name="my-data.zip">
            Download my data
          </DownloadLink>
          <button type="button" className="danger" onClick={() => setAsking(true)}>
            Delete my account
          </button>
        </div>
      )}
    </AccountPart>
  );
}
