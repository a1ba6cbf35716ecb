import { useState } from 'react';
import { forgotPasswordSchema } from '../../src/domain/account.ts';
import { call, sentenceOf } from '../lib/api.ts';
import { useForm } from '../lib/use-form.ts';
import { AccountForm, EmailField } from './account-form.tsx';
import { Door } from './door.tsx';

const LABELS = { email: 'Email' };

/** Asks for a link to choose a new password. */
export default function ForgotScreen() {
  const [sentTo, setSentTo] = useState('');
  const [problem, setProblem] = useState('');
  const form = useForm({
    schema: forgotPasswordSchema,
    initial: { email: '' },
    submit: async (values) => {
      setProblem('');
      await call('POST', '/api/auth/forgot-password', { body: values });
      setSentTo(values.email.trim());
    },
    failed: (error) => setProblem(sentenceOf(error, 'The link could not be sent. Please try again.')),
  });

  if (sentTo) {
    return (
      <Door title="Look into your mailbox">
        <p role="status">
          If there is an account with <strong>{sentTo}</strong>, a link is on its way to it. It works once,
          for an hour. Nothing there? Look into the spam folder, or check the address.
        </p>
        <p className="account-below">
          <button type="button" className="link" onClick={() => setSentTo('')}>
            Try another address
          </button>
          <a href="/login">Back to Login</a>
        </p>
      </Door>
    );
  }
  return (
    <Door title="Forgot your password?" lead="We send you a link to choose a new one." problem={problem}>
      <AccountForm form={form} labels={LABELS} submit="Send the link" aria-label="Forgot your password">
        <EmailField {...form.field('email')} />
      </AccountForm>
      <p className="account-below">
        <a href="/login">Back to Login</a>
      </p>
    </Door>
  );
}
