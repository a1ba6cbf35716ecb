import { useState } from 'react';
import { callApi, errorMessage } from '../lib/api.ts';
import { showToast } from '../lib/toast.ts';
import { useAuth } from '../shared/session.tsx';
import { askForPasskey, passkeyErrorMessage, supportsPasskeys } from '../shared/webauthn.ts';

export function PasskeyLoginButton({ onProblem }: { onProblem: (message: string) => void }) {
  const { refresh } = useAuth();
  const [busy, setBusy] = useState(false);
  const logIn = async () => {
    setBusy(true);
    onProblem('');
    try {
      if (!supportsPasskeys()) throw new DOMException('', 'NotSupportedError');
      const { options } = await callApi('POST /api/auth/passkey-login/options');
      await callApi('POST /api/auth/passkey-login', { body: { credential: await askForPasskey(options) } });
      showToast('success', 'Login successful!', 'Welcome back!');
      await refresh();
    } catch (error) {
      onProblem(
        passkeyErrorMessage(error) ?? errorMessage(error, 'The passkey could not be used. Please try again.'),
      );
    }
    setBusy(false);
  };
  return (
    <button
      type="button"
      className="ghost wide auth-passkey"
      aria-busy={busy}
      disabled={busy}
      onClick={() => void logIn()}
    >
      Log in with a passkey
    </button>
  );
}
