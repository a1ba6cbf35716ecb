import { registerSchema } from '../../src/domain/account.ts';
import { callApi } from '../lib/api.ts';
import { showToast } from '../lib/toast.ts';
import { useForm } from '../lib/use-form.ts';
import { trackEvent } from '../shared/meta-pixel.ts';
import { NameField, PhoneField } from '../shared/name-phone-fields.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { useAuth } from '../shared/session.tsx';
import { AccountEmailField, AccountForm, NewPasswordFields } from './account-form.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import {
  useAsksForRegularSlot,
  useNextPath,
  useRedirectWhenSignedIn,
  withNextPath,
} from './redirect-after-login.ts';

const LABELS = {
  name: 'Full Name',
  email: 'Email',
  phone: 'Phone (optional)',
  password: 'Password',
  confirm_password: 'Confirm Password',
};

export default function RegisterScreen() {
  const { refresh } = useAuth();
  const { sign_in, club } = usePageData();
  const nextPath = useNextPath();
  const asksForRegularSlot = useAsksForRegularSlot();
  useRedirectWhenSignedIn();

  const form = useForm({
    schema: registerSchema,
    initialValues: { name: '', email: '', phone: '', password: '', confirm_password: '' },
    onSubmit: async (values) => {
      await callApi('POST /api/auth/register', { body: values });
      trackEvent('CompleteRegistration');
      const next = club.no_mail ? 'Welcome!' : 'We sent you a link to confirm your email address.';
      showToast('success', 'Registration successful!', next);
      await refresh();
    },
    failure: 'Failed to create account',
    onError: (_, problem) => showToast('error', 'Registration failed', problem),
  });

  return (
    <AuthLayout
      title="Sign Up"
      lead={
        asksForRegularSlot
          ? 'Members can ask for the same court and time every week.'
          : 'Keep your bookings in one place and book faster next time.'
      }
      error={form.problem}
    >
      <ProviderButtons nextPath={nextPath} />
      {sign_in.length > 0 && <p className="auth-divider">or with your email address</p>}
      <AccountForm form={form} labels={LABELS} submitLabel="Create Account" aria-label="Sign Up">
        <NameField required {...form.fieldProps('name')} />
        <AccountEmailField form={form} />
        <PhoneField {...form.fieldProps('phone')} />
        <NewPasswordFields
          password={{ label: LABELS.password, ...form.fieldProps('password') }}
          confirmation={{ label: LABELS.confirm_password, ...form.fieldProps('confirm_password') }}
        />
      </AccountForm>
      <p className="auth-links">
        <span>
          Already a member? <a href={withNextPath('/login', nextPath)}>Login</a>
        </span>
      </p>
    </AuthLayout>
  );
}
