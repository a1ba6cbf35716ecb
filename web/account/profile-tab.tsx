import { toast } from 'sonner';
import { profileSchema, type User } from '../../src/domain/account.ts';
import { PROVIDER_LABELS } from '../../src/domain/sign-in.ts';
import { call, sentenceOf } from '../lib/api.ts';
import { invalidate } from '../lib/query.ts';
import { useForm } from '../lib/use-form.ts';
import { InputField } from '../ui/field.tsx';
import { AccountForm, PhoneField } from './account-form.tsx';
import { Devices } from './devices.tsx';
import { PasswordForm, PasswordLink } from './password-form.tsx';
import { WaysIn } from './ways-in.tsx';

const LABELS = { name: 'Full Name', phone: 'Phone (optional)' };

export function ProfileTab({ user }: { user: User }) {
  return (
    <>
      <section className="card" aria-labelledby="profile-title">
        <h2 id="profile-title">Your details</h2>
        <ProfileForm user={user} />
      </section>
      <section className="card" aria-labelledby="password-title">
        <h2 id="password-title">Password</h2>
        {user.has_password ? <PasswordForm email={user.email} /> : <PasswordLink user={user} />}
      </section>
      <WaysIn />
      <section className="card" aria-labelledby="devices-title">
        <h2 id="devices-title">Your devices</h2>
        <Devices />
      </section>
    </>
  );
}

function ProfileForm({ user }: { user: User }) {
  const form = useForm({
    schema: profileSchema,
    initial: { name: user.name, phone: user.phone ?? '' },
    reinitialize: true,
    submit: async (values) => {
      await call('PUT', '/api/auth/profile', { body: values });
      await Promise.all([invalidate('/api/auth/user'), invalidate('/api/auth/profile')]);
      toast.success('Profile updated');
    },
    failed: (error) =>
      toast.error('Update failed', { description: sentenceOf(error, 'Failed to update profile') }),
  });
  return (
    <AccountForm form={form} labels={LABELS} submit="Save Changes" aria-labelledby="profile-title">
      <p className="account-email">
        <span className="muted">Email</span> <strong>{user.email}</strong>{' '}
        {user.email_verified && <span className="badge success">Confirmed</span>}
        {user.oauth_provider && user.oauth_provider in PROVIDER_LABELS && (
          <span className="badge">
            {PROVIDER_LABELS[user.oauth_provider as keyof typeof PROVIDER_LABELS]}
          </span>
        )}
      </p>
      <div className="field-row">
        <InputField
          label={LABELS.name}
          autoComplete="name"
          maxLength={100}
          required
          {...form.field('name')}
        />
        <PhoneField {...form.field('phone')} />
      </div>
    </AccountForm>
  );
}
