import { useState } from 'react';
import { forgotPasswordSchema } from '../../src/domain/account.ts';
import { callForPassword } from '../../src/domain/reach-words.ts';
import { callApi } from '../lib/api.ts';
import { useForm } from '../lib/use-form.ts';
import { usePageData } from '../shared/page-data.tsx';
import { phoneLink } from '../ui/contact-links.ts';
import { AccountEmailField, AccountForm } from './account-form.tsx';
import { AuthLayout } from './auth-layout.tsx';

const LABELS = { email: 'Email' };

export default function ForgotPasswordScreen() {
  const { club } = usePageData();
  const [sentTo, setSentTo] = useState('');
  const form = useForm({
    schema: forgotPasswordSchema,
    initialValues: { email: '' },
    onSubmit: async (values) => {
      await callApi('POST /api/auth/forgot-password', { body: values });
      setSentTo(values.email.trim());
    },
    failure: 'The link could not be sent. Please try again.',
  });

  if (club.no_mail) {
    return (
      <AuthLayout title="Forgot your password?">
        <p>{callForPassword(club)}</p>
        <p className="auth-links">
          <a className="button" href={phoneLink(club.phone)}>
            Call {club.phone}
          </a>
          <a href="/login">Back to Login</a>
        </p>
      </AuthLayout>
    );
  }
  if (sentTo) {
    return (
      <AuthLayout title="Check your email">
        <p role="status">
          If there is an account with <strong>{sentTo}</strong>, we sent a link to it. The link works once,
          for one hour. No email? Check the spam folder and the address.
        </p>
        <p className="auth-links">
          <button type="button" className="link" onClick={() => setSentTo('')}>
            Try another address
          </button>
          <a href="/login">Back to Login</a>
        </p>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Forgot your password?"
      lead="We'll email you a link to choose a new one."
      error={form.problem}
    >
      <AccountForm form={form} labels={LABELS} submitLabel="Send the link" aria-label="Forgot your password">
        <AccountEmailField form={form} />
      </AccountForm>
      <p className="auth-links">
        <a href="/login">Back to Login</a>
      </p>
    </AuthLayout>
  );
}
