import { useState } from 'react';
import { toast } from 'sonner';
import { passwordChangeSchema, type User } from '../../src/domain/account.ts';
import { call, sentenceOf } from '../lib/api.ts';
import { useForm } from '../lib/use-form.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { PasswordField } from './password-field.tsx';

const LABELS = {
  current_password: 'Current Password',
  new_password: 'New Password',
  confirm_password: 'Confirm New Password',
};
const EMPTY = { current_password: '', new_password: '', confirm_password: '' };

export function PasswordForm({ email }: { email: string }) {
  const { form, attempt, errors, busy, field } = useForm({
    schema: passwordChangeSchema,
    initial: EMPTY,
    submit: async (values) => {
      await call('PUT', '/api/auth/password', { body: values });
      form.resetForm();
      toast.success('Password changed', { description: 'Other devices are logged out.' });
    },
    failed: (error) =>
      toast.error('Password change failed', { description: sentenceOf(error, 'Failed to change password') }),
  });
  return (
    <form method="post" noValidate onSubmit={form.handleSubmit} aria-labelledby="password-title">
      <ErrorSummary errors={errors} attempt={attempt} labels={LABELS} />
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={LABELS.current_password}
        autoComplete="current-password"
        required
        {...field('current_password')}
      />
      <div className="field-row">
        <PasswordField
          label={LABELS.new_password}
          autoComplete="new-password"
          placeholder="At least 8 characters"
          required
          {...field('new_password')}
        />
        <PasswordField
          label={LABELS.confirm_password}
          autoComplete="new-password"
          required
          {...field('confirm_password')}
        />
      </div>
      <button type="submit" aria-busy={busy} disabled={busy}>
        Change Password
      </button>
    </form>
  );
}

/** For somebody who has only ever come in through a provider: a password is set by a link, like a forgotten one. */
export function PasswordLink({ user }: { user: User }) {
  const [answer, setAnswer] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await call('POST', '/api/auth/forgot-password', { body: { email: user.email } });
      setAnswer(`A link is on its way to ${user.email}.`);
    } catch (error) {
      setAnswer(sentenceOf(error, 'The link could not be sent. Please try again later.'));
    }
    setBusy(false);
  };
  return (
    <>
      <p>You log in without a password. You can choose one as a second way in.</p>
      <p role="status">
        {answer || (
          <button type="button" className="ghost" aria-busy={busy} disabled={busy} onClick={send}>
            Send me a link to choose a password
          </button>
        )}
      </p>
    </>
  );
}
