import { useState } from 'react';
import { toast } from 'sonner';
import { registerSchema } from '../../src/domain/account.ts';
import { track } from '../app/pixel.ts';
import { useAuth } from '../app/session.tsx';
import { call, sentenceOf } from '../lib/api.ts';
import { useForm } from '../lib/use-form.ts';
import { InputField } from '../ui/field.tsx';
import { AccountForm, EmailField, NewPasswordFields, PhoneField } from './account-form.tsx';
import { Door, useLeaveWhenSignedIn, useWayOn, withWayOn } from './door.tsx';
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

  const form = useForm({
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
    <Door
      title="Sign Up"
      lead="Your bookings in one place, and your details filled in next time."
      problem={problem}
    >
      <ProviderButtons wayOn={wayOn} />
      <p className="account-or">or with your email address</p>
      <AccountForm form={form} labels={LABELS} submit="Create Account" aria-label="Sign Up">
        <InputField
          label={LABELS.name}
          autoComplete="name"
          maxLength={100}
          required
          {...form.field('name')}
        />
        <EmailField {...form.field('email')} />
        <PhoneField {...form.field('phone')} />
        <NewPasswordFields
          chosen={{ label: LABELS.password, ...form.field('password') }}
          again={{ label: LABELS.confirm_password, ...form.field('confirm_password') }}
        />
      </AccountForm>
      <p className="account-below">
        <span>
          Already a member? <a href={withWayOn('/login', wayOn)}>Login</a>
        </span>
      </p>
    </Door>
  );
}
