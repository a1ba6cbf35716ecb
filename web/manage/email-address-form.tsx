import { type FormEvent, useState } from 'react';
import { EMAIL_MESSAGE, isEmail } from '../../src/domain/text-schemas.ts';
import { errorMessage } from '../lib/api.ts';
import { EmailField } from '../shared/email-field.tsx';

/** One email address and its button; `onSubmit` gets a valid address and throws the server's error. */
export function EmailAddressForm({
  label,
  name,
  submitLabel,
  onSubmit,
}: {
  label: string;
  name: string;
  submitLabel: string;
  onSubmit: (email: string) => Promise<void>;
}) {
  const [email, setEmail] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!isEmail(email)) {
      setError(EMAIL_MESSAGE);
      return;
    }
    setBusy(true);
    setError('');
    try {
      await onSubmit(email.trim());
    } catch (failure) {
      setError(errorMessage(failure, 'The connection was lost. Please try again.'));
    }
    setBusy(false);
  };

  return (
    <form noValidate onSubmit={submit} aria-busy={busy}>
      <EmailField
        label={label}
        name={name}
        value={email}
        error={error || undefined}
        onChange={(event) => setEmail(event.target.value)}
        onCorrect={setEmail}
      />
      <button type="submit" disabled={busy}>
        {submitLabel}
      </button>
    </form>
  );
}
