import { type FormEvent, useState } from 'react';
import { EMAIL_MESSAGE, isEmail } from '../../src/domain/text-schemas.ts';
import { useAction } from '../lib/use-action.ts';
import { EmailField } from '../shared/email-field.tsx';

/** One email address with a button; `onSubmit` gets a valid address and throws the server's error. */
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
  const [invalid, setInvalid] = useState(false);
  const { busy, error, run } = useAction('The connection was lost. Please try again.');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setInvalid(!isEmail(email));
    if (isEmail(email)) void run(() => onSubmit(email.trim()));
  };

  return (
    <form noValidate onSubmit={submit} aria-busy={busy}>
      <EmailField
        label={label}
        name={name}
        value={email}
        error={invalid ? EMAIL_MESSAGE : (error ?? undefined)}
        onChange={(event) => setEmail(event.target.value)}
        onCorrect={setEmail}
      />
      <button type="submit" disabled={busy}>
        {submitLabel}
      </button>
    </form>
  );
}
