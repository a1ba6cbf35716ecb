import { useState } from 'react';
import { toast } from 'sonner';
import { resetPasswordSchema } from '../../src/domain/account.ts';
import { useAuth } from '../app/session.tsx';
import { call, sentenceOf } from '../lib/api.ts';
import { useLinkToken } from '../lib/link-token.ts';
import { useLocation } from '../lib/router.ts';
import { useForm } from '../lib/use-form.ts';
import { AccountForm, NewPasswordFields } from './account-form.tsx';
import { Door } from './door.tsx';

/** A new password, for whoever has the link. */
export default function ResetScreen() {
  const { token, forget } = useLinkToken('reset');
  if (token === null) {
    return (
      <Door title="Choose a new password">
        <p>Please open the link from our mail, or ask for a new one. A link works once, for an hour.</p>
        <p className="account-below">
          <a href="/forgot-password" className="button">
            Ask for a link
          </a>
        </p>
      </Door>
    );
  }
  return <ResetForm token={token ?? ''} onDone={forget} />;
}

const LABELS = { new_password: 'New Password', confirm_password: 'Confirm New Password' };

function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { route } = useLocation();
  const { refresh } = useAuth();
  const [problem, setProblem] = useState('');
  const form = useForm({
    schema: resetPasswordSchema,
    initial: { token, new_password: '', confirm_password: '' },
    reinitialize: true,
    submit: async (values) => {
      setProblem('');
      await call('POST', '/api/auth/reset-password', { body: values });
      onDone();
      toast.success('Password changed', { description: 'Please log in with your new password.' });
      await refresh();
      route('/login', true);
    },
    failed: (error) => setProblem(sentenceOf(error, 'Failed to change password')),
  });

  return (
    <Door
      title="Choose a new password"
      lead="Every device that is logged in now will be logged out."
      problem={
        problem && (
          <>
            {problem} <a href="/forgot-password">Ask for a new link</a>
          </>
        )
      }
    >
      <AccountForm
        form={form}
        labels={LABELS}
        submit="Change Password"
        disabled={!token}
        aria-label="New password"
      >
        <NewPasswordFields
          chosen={{ label: LABELS.new_password, ...form.field('new_password') }}
          again={{ label: LABELS.confirm_password, ...form.field('confirm_password') }}
        />
      </AccountForm>
    </Door>
  );
}
