import { toast } from 'sonner';
import { profileSchema, type User } from '../../src/domain/account.ts';
import { PROVIDER_LABELS } from '../../src/domain/sign-in.ts';
import { call, sentenceOf } from '../lib/api.ts';
import { invalidate } from '../lib/query.ts';
import { useForm } from '../lib/use-form.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { InputField } from '../ui/field.tsx';
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
  const { form, attempt, errors, busy, field } = useForm({
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
    <form noValidate onSubmit={form.handleSubmit} aria-labelledby="profile-title">
      <ErrorSummary errors={errors} attempt={attempt} labels={LABELS} />
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
        <InputField label={LABELS.name} autoComplete="name" maxLength={100} required {...field('name')} />
        <InputField
          label={LABELS.phone}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder="0300 1234567"
          {...field('phone')}
        />
      </div>
      <button type="submit" aria-busy={busy} disabled={busy}>
        Save Changes
      </button>
    </form>
  );
}
