import { type FormEvent, useState } from 'react';
import type { ReauthenticationMethod } from '../../src/domain/second-factor.ts';
import { callApi, errorMessage } from '../lib/api.ts';
import { useQuery } from '../lib/query.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { InputField } from '../ui/field.tsx';
import { askForPasskey, passkeyErrorMessage } from './webauthn.ts';

const FALLBACK = 'We couldn’t confirm it’s you. Please try again.';

/** Has the user authenticate again with a passkey, a code or the password. */
export function ReauthenticationForm({ onReauthenticated }: { onReauthenticated: () => void }) {
  const { data, state } = useQuery('GET /api/auth/reauthenticate');
  const [busy, setBusy] = useState<ReauthenticationMethod | null>(null);
  const [error, setError] = useState('');
  const [value, setValue] = useState('');
  if (state === 'failed') return <p className="alert danger">{FALLBACK}</p>;
  if (!data) return <p aria-busy="true">One moment …</p>;

  const reauthenticate = async (
    method: ReauthenticationMethod,
    getInput: () => Promise<Parameters<typeof sendReauthentication>[0]>,
  ) => {
    setBusy(method);
    setError('');
    try {
      await sendReauthentication(await getInput());
      onReauthenticated();
    } catch (cause) {
      setError(passkeyErrorMessage(cause) ?? errorMessage(cause, FALLBACK));
    }
    setBusy(null);
  };
  const typed = data.methods.find((method) => method !== 'passkey');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed)
      void reauthenticate(typed, async () => (typed === 'code' ? { code: value } : { password: value }));
  };
  return (
    <div className="reauthentication">
      <ErrorAlert text={error} />
      {data.methods.length === 0 && (
        <p>
          Please <a href="/login">log in again</a>, then repeat this step within ten minutes. A passkey in
          your account makes it quicker.
        </p>
      )}
      {data.methods.includes('passkey') && (
        <button
          type="button"
          className="wide"
          data-autofocus
          aria-busy={busy === 'passkey'}
          disabled={busy !== null}
          onClick={() =>
            void reauthenticate('passkey', async () => {
              const { options } = await callApi('POST /api/auth/reauthenticate/options');
              return { credential: await askForPasskey(options) };
            })
          }
        >
          Use a passkey
        </button>
      )}
      {typed && data.methods.length > 1 && <p className="auth-divider">or</p>}
      {typed && (
        <form method="post" noValidate onSubmit={submit}>
          {typed === 'code' ? (
            <InputField
              label="Code from your app, or a recovery code"
              name="reauthentication_code"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              required
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
          ) : (
            <InputField
              label="Password"
              name="reauthentication_password"
              type="password"
              autoComplete="current-password"
              required
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
          )}
          <button type="submit" className="wide" aria-busy={busy === typed} disabled={busy !== null}>
            Confirm
          </button>
        </form>
      )}
    </div>
  );
}

function sendReauthentication(body: Parameters<typeof callApi<'POST /api/auth/reauthenticate'>>[1]['body']) {
  return callApi('POST /api/auth/reauthenticate', { body });
}
