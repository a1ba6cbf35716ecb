import { useState } from 'react';
import { ApiError, callApi, errorMessage } from '../lib/api.ts';
import { useLinkToken } from '../lib/use-link-token.ts';
import { AuthLayout } from './auth-layout.tsx';

const FALLBACK = 'That didn’t work. Please try again.';

/** Download and deletion of a guest's data, through the link that an admin emailed. */
export default function MyDataScreen() {
  const { token, clearToken } = useLinkToken('my-data');
  const [busy, setBusy] = useState<'download' | 'delete' | null>(null);
  const [problem, setProblem] = useState('');
  const [asking, setAsking] = useState(false);
  const [result, setResult] = useState('');
  const run = async (action: 'download' | 'delete', work: () => Promise<void>) => {
    setBusy(action);
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem(errorMessage(error, FALLBACK));
    }
    setBusy(null);
  };
  const body = { token: token ?? '' };
  const remove = () =>
    run('delete', async () => {
      setResult((await callApi('POST /api/personal-data/delete', { body })).message);
      clearToken();
    });
  return (
    <AuthLayout title="Your data" error={problem}>
      {token === null ? (
        <p>Please open the link in our email. It works for 24 hours; the club sends you a new one.</p>
      ) : result ? (
        <p className="alert success" role="status">
          {result}
        </p>
      ) : (
        <>
          <p>Download what the club stores about you, as JSON and CSV in one zip file, or delete it.</p>
          <div className="cluster">
            <button
              type="button"
              aria-busy={busy === 'download'}
              disabled={busy !== null || !token}
              onClick={() => void run('download', () => download(body))}
            >
              Download my data
            </button>
            {!asking && (
              <button type="button" className="danger" disabled={!token} onClick={() => setAsking(true)}>
                Delete my data
              </button>
            )}
          </div>
          {asking && (
            <>
              <p className="alert warning account-warning" role="alert">
                This deletes your name, email and phone on all bookings, your receipts and messages. It cannot
                be undone.
              </p>
              <button
                type="button"
                className="danger wide"
                aria-busy={busy === 'delete'}
                disabled={busy !== null}
                onClick={() => void remove()}
              >
                Delete my data for good
              </button>
            </>
          )}
        </>
      )}
    </AuthLayout>
  );
}

/** The token is in the body, so that it appears in no log or history. */
async function download(body: { token: string }): Promise<void> {
  const response = await fetch('/api/personal-data/download', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = 'my-data.zip';
  link.click();
  URL.revokeObjectURL(link.href);
}
