import { resetPasswordSchema } from '../../src/domain/account.ts';
import { callApi } from '../lib/api.ts';
import { useLocation } from '../lib/router.ts';
import { showToast } from '../lib/toast.ts';
import { useForm } from '../lib/use-form.ts';
import { useLinkToken } from '../lib/use-link-token.ts';
import { useAuth } from '../shared/session.tsx';
import { AccountForm, NewPasswordFields } from './account-form.tsx';
import { AuthLayout } from './auth-layout.tsx';

/** Sets a new password with an emailed link's token. */
export default function ResetPasswordScreen() {
  const { token, clearToken } = useLinkToken('reset');
  if (token === null) {
    return (
      <AuthLayout title="Choose a new password">
        <p>
          Please open the link that you got from us, or request a new one. A link works once, for one hour.
        </p>
        <p className="auth-links">
          <a href="/forgot-password" className="button">
            Request a link
          </a>
        </p>
      </AuthLayout>
    );
  }
  return <ResetPasswordForm token={token ?? ''} onDone={clearToken} />;
}

const LABELS = { new_password: 'New Password', confirm_password: 'Confirm New Password' };

function ResetPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { route } = useLocation();
  const { refresh } = useAuth();
  const form = useForm({
    schema: resetPasswordSchema,
    initialValues: { token, new_password: '', confirm_password: '' },
    enableReinitialize: true,
    onSubmit: async (values) => {
      await callApi('POST /api/auth/reset-password', { body: values });
      onDone();
      showToast('success', 'Password changed', 'Please log in with your new password.');
      await refresh();
      route('/login', true);
    },
    failure: 'Failed to change password',
  });

  return (
    <AuthLayout
      title="Choose a new password"
      lead="This logs you out on every device."
      error={
        form.problem && (
          <>
            {form.problem} <a href="/forgot-password">Request a new link</a>
          </>
        )
      }
    >
      <AccountForm
        form={form}
        labels={LABELS}
        submitLabel="Change Password"
        disabled={!token}
        aria-label="New password"
      >
        <NewPasswordFields
          password={{ label: LABELS.new_password, ...form.fieldProps('new_password') }}
          confirmation={{ label: LABELS.confirm_password, ...form.fieldProps('confirm_password') }}
        />
      </AccountForm>
    </AuthLayout>
  );
}
