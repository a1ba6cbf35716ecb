import { useState } from 'react';
import { callApi, errorMessage } from '../lib/api.ts';
import { usePageData } from '../shared/page-data.tsx';

export function ConfirmEmailAlert({ email }: { email: string }) {
  const { club } = usePageData();
  const [resultMessage, setResultMessage] = useState('');
  const [busy, setBusy] = useState(false);

  const sendAgain = async () => {
    setBusy(true);
    try {
      const { message } = await callApi('POST /api/auth/send-verification', {
        body: {},
      });
      setResultMessage(message);
    } catch (error) {
      setResultMessage(errorMessage(error, 'The link could not be sent. Please try again later.'));
    }
    setBusy(false);
  };

  if (club.no_mail) {
    return (
      <p className="alert account-confirm-email">
        Your email address isn’t confirmed: we can’t send emails at the moment. To see the bookings you made
        as a guest, open their own links.
      </p>
    );
  }
  return (
    <div className="alert warning account-confirm-email">
      <p>
        <strong>Please confirm your email address.</strong> We sent a link to {email}. Once it is confirmed,
        the bookings you made as a guest appear in your account.
      </p>
      <p role="status">
        {resultMessage || (
          <button type="button" className="quiet" aria-busy={busy} disabled={busy} onClick={sendAgain}>
            Send the link again
          </button>
        )}
      </p>
    </div>
  );
}
