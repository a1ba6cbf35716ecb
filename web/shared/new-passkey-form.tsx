import { passkeyNameChangeSchema } from '../../src/domain/second-factor.ts';
import { deviceLabel } from '../../src/domain/user-agent.ts';
import { callApi } from '../lib/api.ts';
import { showToast } from '../lib/toast.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { InputField } from '../ui/field.tsx';
import { useLoginForm } from './use-account-change.ts';
import { createPasskey, supportsPasskeys } from './webauthn.ts';

/** Names and creates a passkey on this device. */
export function NewPasskeyForm({ onDone, onClose }: { onDone: () => void; onClose?: () => void }) {
  const { fieldProps, formProps, problem, busy } = useLoginForm({
    schema: passkeyNameChangeSchema,
    initialValues: { name: deviceLabel(navigator.userAgent) || 'My device' },
    onSubmit: async ({ name }) => {
      if (!supportsPasskeys()) throw new DOMException('', 'NotSupportedError');
      const { options } = await callApi('POST /api/auth/passkeys/options');
      const credential = await createPasskey(options);
      await callApi('POST /api/auth/passkeys', { body: { name, credential } });
      showToast('success', 'Passkey added', name);
      onDone();
    },
    failure: 'The passkey could not be added. Please try again.',
  });
  return (
    <form method="post" {...formProps}>
      <ErrorAlert text={problem} />
      <InputField
        label="Name of this passkey"
        autoComplete="off"
        maxLength={60}
        required
        hint="Such as “My phone”, so that you recognise it later."
        {...fieldProps('name')}
        name="passkey_name"
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
