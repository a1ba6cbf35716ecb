import { useState } from 'react';
import { loginSchema, WRONG_CREDENTIALS_MESSAGE } from '../../src/domain/account.ts';
import { signInErrorMessage } from '../../src/domain/sign-in-errors.ts';
import { ApiError, callApi, errorMessage } from '../lib/api.ts';
import { connectionText } from '../lib/connection-text.ts';
import { useQueryParams } from '../lib/router.ts';
import { showToast } from '../lib/toast.ts';
import { useForm } from '../lib/use-form.ts';
import { useAuth } from '../shared/session.tsx';
import { AccountEmailField, AccountForm } from './account-form.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { AuthenticatorCodeField, CODE_LABEL } from './authenticator-code-field.tsx';
import { PasskeyLoginButton } from './passkey-login-button.tsx';
import { PasswordField } from './password-field.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import {
  useAsksForRegularSlot,
  useNextPath,
  useRedirectWhenSignedIn,
  withNextPath,
} from './redirect-after-login.ts';

const SERVER_FAILED_MESSAGE = 'The club’s website could not log you in. Please try again in a moment.';

const LABELS = { email: 'Email', password: 'Password', code: CODE_LABEL };

export default function LoginScreen() {
  const { refresh } = useAuth();
  const nextPath = useNextPath();
  const oauthError = signInErrorMessage(useQueryParams().error);
  const [asksForCode, setAsksForCode] = useState(false);
  const asksForRegularSlot = useAsksForRegularSlot();
  useRedirectWhenSignedIn();

  const form = useForm({
    schema: loginSchema,
    initialValues: { email: '', password: '', code: '' },
    toBody: ({ code, ...values }) => (code ? { ...values, code } : values),
    onSubmit: async (values) => {
      const { code, ...credentials } = values;
      await callApi('POST /api/auth/login', { body: code ? { ...credentials, code } : credentials });
      showToast('success', 'Login successful!', 'Welcome back!');
      await refresh();
    },
    failure: WRONG_CREDENTIALS_MESSAGE,
    problemOf: loginErrorMessage,
    onError: (_, problem) => {
      if (problem) showToast('error', 'Login failed', problem);
      else setAsksForCode(true);
    },
  });

  return (
    <AuthLayout
      title="Login"
      lead={
        asksForRegularSlot
          ? 'Members can ask for the same court and time every week. Log in, or sign up first.'
          : 'See your bookings and book with your details filled in.'
      }
      error={form.problem || oauthError}
    >
      <ProviderButtons nextPath={nextPath} />
      <PasskeyLoginButton onProblem={form.setProblem} />
      <p className="auth-divider">or with your email address</p>
      <AccountForm form={form} labels={LABELS} submitLabel="Login" aria-label="Login">
        <AccountEmailField form={form} />
        <PasswordField
          label={LABELS.password}
          autoComplete="current-password"
          required
          {...form.fieldProps('password')}
        />
        {asksForCode && <AuthenticatorCodeField {...form.fieldProps('code')} />}
      </AccountForm>
      <p className="auth-links">
        <a href="/manage">My booking, without an account</a>
        <a href="/forgot-password">Forgot your password?</a>
        <span>
          New here? <a href={withNextPath('/register', nextPath)}>Sign Up</a>
        </span>
      </p>
    </AuthLayout>
  );
}

/**
 * Only a refusal says that the email or the password is wrong; a proxy's or the server's own error does not. Empty
 * where the code of the authenticator app is asked for.
 */
function loginErrorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return `${connectionText()} Please try again.`;
  if (error.failure?.reason === 'second_factor_required') return '';
  return errorMessage(error, error.status >= 500 ? SERVER_FAILED_MESSAGE : WRONG_CREDENTIALS_MESSAGE);
}
