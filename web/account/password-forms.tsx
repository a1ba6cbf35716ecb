import { useState } from 'react';
import { passwordChangeSchema } from '../../src/domain/account.ts';
import type { User } from '../../src/domain/api/account-answers.ts';
import { callForPassword } from '../../src/domain/reach-words.ts';
import { callApi, errorMessage } from '../lib/api.ts';
import { showToast } from '../lib/toast.ts';
import { useForm } from '../lib/use-form.ts';
import { usePageData } from '../shared/page-data.tsx';
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
      showToast('success', 'Password changed', 'Other devices are logged out.');
    },
    failure: 'Failed to change password',
    onError: (_, problem) => showToast('error', 'Password change failed', problem),
  });
  return (
    <AccountForm form={form} labels={LABELS} submitLabel="Change Password" aria-labelledby="password-title">
      {/* Password managers need the account's email. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={LABELS.current_password}
        autoComplete="current-password"
        required
        {...form.fieldProps('current_password')}
      />
      <div className="field-row">
        <NewPasswordFields
          password={{ label: LABELS.new_password, ...form.fieldProps('new_password') }}
          confirmation={{ label: LABELS.confirm_password, ...form.fieldProps('confirm_password') }}
        />
      </div>
    </AccountForm>
  );
}

/** Emails a link to set a password, for members who only log in with a provider. */
export function SetPasswordByEmail({ user }: { user: User }) {
  const { club } = usePageData();
  const [resultMessage, setResultMessage] = useState(club.no_mail ? callForPassword(club) : '');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await callApi('POST /api/auth/forgot-password', { body: { email: user.email } });
      setResultMessage(`We sent a link to ${user.email}.`);
    } catch (error) {
      setResultMessage(errorMessage(error, 'The link could not be sent. Please try again later.'));
    }
    setBusy(false);
  };
  return (
    <>
      <p>You log in without a password. You can add one as a second way to log in.</p>
      <p role="status">
        {resultMessage || (
          <button type="button" className="ghost" aria-busy={busy} disabled={busy} onClick={send}>
            Email me a link to choose a password
          </button>
        )}
      </p>
    </>
  );
}
