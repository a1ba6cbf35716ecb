import { useEffect, useState } from 'react';
import { setupOwnerSchema } from '../../src/domain/setup.ts';
import { callApi, errorMessage } from '../lib/api.ts';
import { useForm } from '../lib/use-form.ts';
import { useLinkToken } from '../lib/use-link-token.ts';
import { EmailField } from '../shared/email-field.tsx';
import { useAuth } from '../shared/session.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { InputField } from '../ui/field.tsx';

const LABELS = { name: 'Your name', email: 'Your email', password: 'Password' };

/** The first owner's account. Asks the server whether the link works before anything is typed. */
export function AccountStep({ signedIn, onDone }: { signedIn: boolean; onDone: () => void }) {
  const { token, clearToken } = useLinkToken('setup');
  const { refresh } = useAuth();
  const [refusal, setRefusal] = useState('');
  useEffect(() => {
    if (!token) return;
    callApi('POST /api/setup/check', { body: { token } }).then(
      () => setRefusal(''),
      (error) => setRefusal(errorMessage(error, 'The link could not be checked. Please reload the page.')),
    );
  }, [token]);

  const form = useForm({
    schema: setupOwnerSchema,
    initialValues: { name: '', email: '', password: '' },
    toBody: (values) => ({ ...values, token: token ?? '' }),
    onSubmit: async (values) => {
      await callApi('POST /api/setup', { body: { ...values, token: token ?? '' } });
      clearToken();
      onDone();
      await refresh();
    },
    failure: 'The account could not be created. Please try again.',
  });

  if (token === null || refusal || signedIn) {
    return (
      <section className="setup-step card">
        <h1>Set up your club</h1>
        <p className="alert warning" role="alert">
          {refusal || 'Please open the set-up link that the program printed when it started.'}
        </p>
        <p className="cluster">
          <a className="button" href="/login">
            Login
          </a>
          <a className="button ghost" href="/">
            Back to Home
          </a>
        </p>
      </section>
    );
  }
  return (
    <section className="setup-step card">
      <h1>Welcome! Set up your club</h1>
      <p className="lead">Start with your own account. You’ll use it to manage bookings, money and staff.</p>
      <ErrorAlert text={form.problem} />
      <form className="settings-form" method="post" {...form.formProps}>
        <ErrorSummary errors={form.errors} failedAttempts={form.failedAttempts} labels={LABELS} />
        <InputField label={LABELS.name} autoComplete="name" required {...form.fieldProps('name')} />
        <EmailField
          label={LABELS.email}
          autoComplete="username"
          required
          hint="Use a mailbox you check: notices about the club are sent there."
          {...form.fieldProps('email')}
          onCorrect={(email) => form.set('email', email)}
        />
        <InputField
          label={LABELS.password}
          type="password"
          autoComplete="new-password"
          required
          hint="At least 8 characters. Three random words are easy to remember."
          {...form.fieldProps('password')}
        />
        <button type="submit" aria-busy={form.busy} disabled={form.busy || token === undefined}>
          Create my account
        </button>
      </form>
    </section>
  );
}
