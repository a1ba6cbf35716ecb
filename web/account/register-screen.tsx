import { useState } from 'react';
import { toast } from 'sonner';
import { registerSchema } from '../../src/domain/account.ts';
import { track } from '../app/pixel.ts';
import { useAuth } from '../app/session.tsx';
import { call, sentenceOf } from '../lib/api.ts';
import { useForm } from '../lib/use-form.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { InputField } from '../ui/field.tsx';
import { Door, useLeaveWhenSignedIn, useWayOn, withWayOn } from './door.tsx';
import { PasswordField } from './password-field.tsx';
import { ProviderButtons } from './provider-buttons.tsx';

const LABELS = {
  name: 'Full Name',
  email: 'Email',
  phone: 'Phone (optional)',
  password: 'Password',
  confirm_password: 'Confirm Password',
};

/** A new account. */
export default function RegisterScreen() {
  const { refresh } = useAuth();
  const wayOn = useWayOn();
  const [problem, setProblem] = useState('');
  useLeaveWhenSignedIn();

  const { form, attempt, errors, busy, field } = useForm({
    schema: registerSchema,
    initial: { name: '', email: '', phone: '', password: '', confirm_password: '' },
    submit: async (values) => {
      setProblem('');
      await call('POST', '/api/auth/register', { body: values });
      track('CompleteRegistration');
      toast.success('Registration successful!', {
        description: 'We have sent you a link to confirm your email address.',
      });
      await refresh();
    },
    failed: (error) => {
      const sentence = sentenceOf(error, 'Failed to create account');
      setProblem(sentence);
      toast.error('Registration failed', { description: sentence });
    },
  });

  return (
    <Door title="Sign Up" lead="Your bookings in one place, and your details filled in next time.">
      {problem && (
        <p className="notice danger" role="alert">
          {problem}
        </p>
      )}
      <ProviderButtons wayOn={wayOn} />
      <p className="account-or">or with your email address</p>
      <form method="post" noValidate onSubmit={form.handleSubmit} aria-label="Sign Up">
        <ErrorSummary errors={errors} attempt={attempt} labels={LABELS} />
        <InputField label={LABELS.name} autoComplete="name" maxLength={100} required {...field('name')} />
        <InputField
          label={LABELS.email}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...field('email')}
        />
        <InputField
          label={LABELS.phone}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder="0300 1234567"
          {...field('phone')}
        />
        <PasswordField
          label={LABELS.password}
          autoComplete="new-password"
          placeholder="At least 8 characters"
          required
          {...field('password')}
        />
        <PasswordField
          label={LABELS.confirm_password}
          autoComplete="new-password"
          required
          {...field('confirm_password')}
        />
        <button type="submit" className="wide" aria-busy={busy} disabled={busy}>
          Create Account
        </button>
      </form>
      <p className="account-below">
        <span>
          Already a member? <a href={withWayOn('/login', wayOn)}>Login</a>
        </span>
      </p>
    </Door>
  );
}
