import { useState } from 'react';
import { toast } from 'sonner';
import { loginSchema, WRONG_CREDENTIALS_MESSAGE } from '../../src/domain/account.ts';
import { signInErrorMessage } from '../../src/domain/sign-in.ts';
import { useAuth } from '../app/session.tsx';
import { ApiError, call, sentenceOf } from '../lib/api.ts';
import { useQueryParams } from '../lib/router.ts';
import { useForm } from '../lib/use-form.ts';
import { AccountForm, EmailField } from './account-form.tsx';
import { Door, useLeaveWhenSignedIn, useWayOn, withWayOn } from './door.tsx';
import { PasswordField } from './password-field.tsx';
import { ProviderButtons } from './provider-buttons.tsx';

/** Nobody has judged the password yet. */
const UNREACHABLE = 'We could not reach the club. Please check your connection and try again.';

const LABELS = { email: 'Email', password: 'Password' };

/** Login, by password or through a provider. */
export default function LoginScreen() {
  const { refresh } = useAuth();
  const wayOn = useWayOn();
  const refusal = signInErrorMessage(useQueryParams().error);
  const [problem, setProblem] = useState('');
  useLeaveWhenSignedIn();

  const form = useForm({
    schema: loginSchema,
    initial: { email: '', password: '' },
    submit: async (values) => {
      setProblem('');
      await call('POST', '/api/auth/login', { body: values });
      toast.success('Login successful!', { description: 'Welcome back!' });
      await refresh();
    },
    failed: (error) => {
      const sentence = error instanceof ApiError ? sentenceOf(error, WRONG_CREDENTIALS_MESSAGE) : UNREACHABLE;
      setProblem(sentence);
      toast.error('Login failed', { description: sentence });
    },
  });

  return (
    <Door
      title="Login"
      lead="See your bookings and book with your details filled in."
      problem={problem || refusal}
    >
      <ProviderButtons wayOn={wayOn} />
      <p className="account-or">or with your email address</p>
      <AccountForm form={form} labels={LABELS} submit="Login" aria-label="Login">
        <EmailField {...form.field('email')} />
        <PasswordField
          label={LABELS.password}
          autoComplete="current-password"
          required
          {...form.field('password')}
        />
      </AccountForm>
      <p className="account-below">
        <a href="/forgot-password">Forgot your password?</a>
        <span>
          New here? <a href={withWayOn('/register', wayOn)}>Sign Up</a>
        </span>
      </p>
    </Door>
  );
}
