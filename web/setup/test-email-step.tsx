import { useState } from 'react';
import { callApi, errorMessage } from '../lib/api.ts';
import { useAuth } from '../shared/session.tsx';
import type { SettingsData } from '../shared/settings/settings-form.tsx';

/** Sends a test email to the owner, or says what is missing. */
export function TestEmailStep({ machine, onDone }: { machine: SettingsData['machine']; onDone: () => void }) {
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
      {machine.mail === 'files' && (
        <p className="alert warning">
          No mail provider is set up yet, so emails are only saved on the server. The setting is{' '}
          <code>smtp_url</code> in the file <code>club.toml</code>. Bookings work without it.
        </p>
      )}
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
