import { useState } from 'react';
import { call, sentenceOf } from '../lib/api.ts';

/** Reminds a member of the link in their mailbox. */
export function ConfirmEmailNotice({ email }: { email: string }) {
  const [answer, setAnswer] = useState('');
  const [busy, setBusy] = useState(false);

  const sendAgain = async () => {
    setBusy(true);
    try {
      const { message } = await call<{ message: string }>('POST', '/api/auth/send-verification', {
        body: {},
      });
      setAnswer(message);
    } catch (error) {
      setAnswer(sentenceOf(error, 'The link could not be sent. Please try again later.'));
    }
    setBusy(false);
  };

  return (
    <div className="notice warning account-confirm">
      <p>
        <strong>Please confirm your email address.</strong> We have sent a link to {email}. After that,
        bookings you made as a guest join your account.
      </p>
      <p role="status">
        {answer || (
          <button type="button" className="quiet" aria-busy={busy} disabled={busy} onClick={sendAgain}>
            Send the link again
          </button>
        )}
      </p>
    </div>
  );
}
