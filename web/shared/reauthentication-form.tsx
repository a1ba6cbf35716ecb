import { reauthenticationSchema } from '../../src/domain/second-factor.ts';
import { callApi, errorMessage } from '../lib/api.ts';
import { useQuery } from '../lib/query.ts';
import { useAction } from '../lib/use-action.ts';
import { useForm } from '../lib/use-form.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { InputField } from '../ui/field.tsx';
import { askForPasskey, passkeyErrorMessage } from './webauthn.ts';

const FALLBACK = 'We couldn’t confirm it’s you. Please try again.';

const messageOf = (error: unknown) => passkeyErrorMessage(error) ?? errorMessage(error, FALLBACK);

/** Has the user authenticate again with a passkey, a code or the password. */
export function ReauthenticationForm({ onReauthenticated }: { onReauthenticated: () => void }) {
  const { data, state } = useQuery('GET /api/auth/reauthenticate');
  const passkey = useAction(FALLBACK, messageOf);
  if (state === 'failed') return <p className="alert danger">{FALLBACK}</p>;
  if (!data) return <p aria-busy="true">One moment …</p>;

  const confirmByPasskey = () =>
    passkey.run(async () => {
      const { options } = await callApi('POST /api/auth/reauthenticate/options');
      const credential = await askForPasskey(options);
      await callApi('POST /api/auth/reauthenticate', { body: { credential } });
      onReauthenticated();
    });
  const typed = data.methods.find((method) => method !== 'passkey');
  return (
    <div className="reauthentication">
      {data.methods.length === 0 && (
        <p>
          Please <a href="/login">log in again</a>, then repeat this step within ten minutes. A passkey in
          your account makes it quicker.
        </p>
      )}
      <ErrorAlert text={passkey.error} />
      {data.methods.includes('passkey') && (
        <button
          type="button"
          className="wide"
          data-autofocus
          aria-busy={passkey.busy}
          disabled={passkey.busy}
          onClick={() => void confirmByPasskey()}
        >
          Use a passkey
        </button>
      )}
      {typed && data.methods.length > 1 && <p className="auth-divider">or</p>}
      {typed && <TypedForm field={typed} onReauthenticated={onReauthenticated} />}
    </div>
  );
}

function TypedForm({
  field,
  onReauthenticated,
}: {
  field: 'code' | 'password';
  onReauthenticated: () => void;
}) {
  const { fieldProps, formProps, problem, busy } = useForm<{ code?: string; password?: string }>({
    schema: reauthenticationSchema,
    initialValues: { [field]: '' },
    onSubmit: async (body) => {
      await callApi('POST /api/auth/reauthenticate', { body });
      onReauthenticated();
    },
    failure: FALLBACK,
  });
  const input = { required: true, ...fieldProps(field), name: `reauthentication_${field}` };
  return (
    <form method="post" {...formProps}>
      <ErrorAlert text={problem} />
      {field === 'code' ? (
        <InputField
          label="Code from your app, or a recovery code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          {...input}
        />
      ) : (
        <InputField label="Password" type="password" autoComplete="current-password" {...input} />
      )}
      <button type="submit" className="wide" aria-busy={busy} disabled={busy}>
        Confirm
      </button>
    </form>
  );
}
