import { type FormEvent, useState } from 'react';
import { deviceLabel } from '../../src/domain/user-agent.ts';
import { callApi } from '../lib/api.ts';
import { showToast } from '../lib/toast.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { InputField } from '../ui/field.tsx';
import { useAccountChange } from './use-account-change.ts';
import { createPasskey, supportsPasskeys } from './webauthn.ts';

/** Names and creates a passkey on this device. */
export function NewPasskeyForm({ onDone, onClose }: { onDone: () => void; onClose?: () => void }) {
  const [name, setName] = useState(() => deviceLabel(navigator.userAgent) || 'My device');
  const { busy, error, run } = useAccountChange('The passkey could not be added. Please try again.');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      if (!supportsPasskeys()) throw new DOMException('', 'NotSupportedError');
      const { options } = await callApi('POST /api/auth/passkeys/options');
      const credential = await createPasskey(options);
      await callApi('POST /api/auth/passkeys', { body: { name, credential } });
      showToast('success', 'Passkey added', name);
      onDone();
    });
  };
  return (
    <form method="post" onSubmit={submit}>
      <ErrorAlert text={error} />
      <InputField
        label="Name of this passkey"
        name="passkey_name"
        autoComplete="off"
        maxLength={60}
        required
        hint="Such as “My phone”, so that you recognise it later."
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="cluster">
        <button type="submit" aria-busy={busy} disabled={busy}>
          Create the passkey
        </button>
        {onClose && (
          <button type="button" className="quiet" onClick={onClose}>
            Close
          </button>
        )}
      </div>
    </form>
  );
}
