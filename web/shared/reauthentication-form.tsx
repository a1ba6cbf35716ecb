import { type FormEvent, useState } from 'react';
import type { ProofMethod } from '../../src/domain/second-factor.ts';
import { callApi, errorMessage } from '../lib/api.ts';
import { useQuery } from '../lib/query.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { InputField } from '../ui/field.tsx';
import { askForPasskey, passkeyErrorMessage } from './webauthn.ts';

const FALLBACK = 'It could not be confirmed. Please try again.';

/** Proves that the person at the browser is the user: by a passkey, a code or the password. */
export function ReauthenticationForm({ onProven }: { onProven: () => void }) {
  const { data, state } = useQuery('GET /api/auth/proof');
  const [busy, setBusy] = useState<ProofMethod | null>(null);
  const [error, setError] = useState('');
  const [value, setValue] = useState('');
  if (state === 'failed') return <p className="alert danger">{FALLBACK}</p>;
  if (!data) return <p aria-busy="true">One moment …</p>;

  const prove = async (method: ProofMethod, proof: () => Promise<Parameters<typeof sendProof>[0]>) => {
    setBusy(method);
    setError('');
    try {
      await sendProof(await proof());
      onProven();
    } catch (cause) {
      setError(passkeyErrorMessage(cause) ?? errorMessage(cause, FALLBACK));
    }
    setBusy(null);
  };
  const typed = data.methods.find((method) => method !== 'passkey');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed) void prove(typed, async () => (typed === 'code' ? { code: value } : { password: value }));
  };
  return (
    <div className="proof">
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
            void prove('passkey', async () => {
              const { options } = await callApi('POST /api/auth/proof/options');
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
              label="Code of your app, or a recovery code"
              name="proof_code"
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
              name="proof_password"
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

function sendProof(body: Parameters<typeof callApi<'POST /api/auth/proof'>>[1]['body']) {
  return callApi('POST /api/auth/proof', { body });
}
