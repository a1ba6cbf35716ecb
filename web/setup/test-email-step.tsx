import { useState } from 'react';
import { callApi, errorMessage } from '../lib/api.ts';
import { useAuth } from '../shared/session.tsx';

/** Sends a test email to the owner. */
export function TestEmailStep({ onDone }: { onDone: () => void }) {
  const { user } = useAuth();
  const [result, setResult] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      const { message } = await callApi('POST /api/admin/settings/test-email', { body: {} });
      setResult(message);
    } catch (error) {
      setResult(errorMessage(error, 'The email could not be sent. Please try again.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="settings-form">
      {result && (
        <p className="alert success" role="status">
          {result}
        </p>
      )}
      <p className="cluster">
        <button type="button" className="quiet" aria-busy={busy} disabled={busy} onClick={() => void send()}>
          Send a test email to {user?.email}
        </button>
        <button type="button" onClick={onDone}>
          Continue
        </button>
      </p>
    </div>
  );
}
