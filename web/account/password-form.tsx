import { useState } from 'react';
import { toast } from 'sonner';
import { passwordChangeSchema, type User } from '../../src/domain/account.ts';
import { callApi, errorMessage } from '../lib/api.ts';
import { useForm } from '../lib/use-form.ts';
import { AccountForm, NewPasswordFields } from './account-form.tsx';
import { PasswordField } from './password-field.tsx';

const LABELS = {
  current_password: 'Current Password',
  new_password: 'New Password',
  confirm_password: 'Confirm New Password',
};
const EMPTY_VALUES = { current_password: '', new_password: '', confirm_password: '' };

export function ChangePasswordForm({ email }: { email: string }) {
  const form = useForm({
    schema: passwordChangeSchema,
    initialValues: EMPTY_VALUES,
    onSubmit: async (values) => {
      await callApi('PUT /api/auth/password', { body: values });
      form.form.resetForm();
      toast.success('Password changed', { description: 'Other devices are logged out.' });
    },
    onError: (error) =>
      toast.error('Password change failed', {
        description: errorMessage(error, 'Failed to change password'),
      }),
  });
  return (
    <AccountForm form={form} labels={LABELS} submitLabel="Change Password" aria-labelledby="password-title">
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={LABELS.current_password}
        autoComplete="current-password"
        required
        {...form.fieldProps('current_password')}
      />
      <div className="field-row">
        <NewPasswordFields
          chosen={{ label: LABELS.new_password, ...form.fieldProps('new_password') }}
          again={{ label: LABELS.confirm_password, ...form.fieldProps('confirm_password') }}
        />
      </div>
    </AccountForm>
  );
}

/** For somebody who has only ever come in through a provider: a password is set by a link, like a forgotten one. */
export function SetPasswordByEmail({ user }: { user: User }) {
  const [resultMessage, setResultMessage] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await callApi('POST /api/auth/forgot-password', { body: { email: user.email } });
      setResultMessage(`A link is on its way to ${user.email}.`);
    } catch (error) {
      setResultMessage(errorMessage(error, 'The link could not be sent. Please try again later.'));
    }
    setBusy(false);
  };
  return (
    <>
      <p>You log in without a password. You can choose one as a second way in.</p>
      <p role="status">
        {resultMessage || (
          <button type="button" className="ghost" aria-busy={busy} disabled={busy} onClick={send}>
            Send me a link to choose a password
          </button>
        )}
      </p>
    </>
  );
}
