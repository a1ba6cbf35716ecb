import { profileSchema } from '../../src/domain/account.ts';
import type { User } from '../../src/domain/api/account-answers.ts';
import { PROVIDER_LABELS } from '../../src/domain/sign-in-providers.ts';
import { callApi } from '../lib/api.ts';
import { setQueryData } from '../lib/query.ts';
import { showToast } from '../lib/toast.ts';
import { useForm } from '../lib/use-form.ts';
import { NameField, PhoneField } from '../shared/name-phone-fields.tsx';
import { AccountForm } from './account-form.tsx';
import { AccountPart } from './account-part.tsx';
import { DeviceList } from './device-list.tsx';
import { LinkedProvidersSection } from './linked-providers-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { ChangePasswordForm, SetPasswordByEmail } from './password-forms.tsx';
import { TotpSection } from './totp-section.tsx';
import { YourDataSection } from './your-data-section.tsx';

const LABELS = { name: 'Full Name', phone: 'Phone (optional)' };

export function ProfileTab({ user }: { user: User }) {
  return (
    <>
      <section className="card" aria-labelledby="profile-title">
        <h2 id="profile-title">Your details</h2>
        <ProfileForm user={user} />
      </section>
      <div className="card account-parts">
        <AccountPart id="password" title="Password" state={!user.has_password && 'None'}>
          {user.has_password ? <ChangePasswordForm email={user.email} /> : <SetPasswordByEmail user={user} />}
        </AccountPart>
        <PasskeysSection />
        <TotpSection />
        <LinkedProvidersSection />
        <DeviceList />
        <YourDataSection />
      </div>
    </>
  );
}

function ProfileForm({ user }: { user: User }) {
  const form = useForm({
    schema: profileSchema,
    initialValues: { name: user.name, phone: user.phone ?? '' },
    enableReinitialize: true,
    onSubmit: async (values) => {
      await callApi('PUT /api/auth/profile', { body: values });
      setQueryData('GET /api/auth/user', await callApi('GET /api/auth/profile'));
      showToast('success', 'Profile updated');
    },
    failure: 'Failed to update profile',
    onError: (_, problem) => showToast('error', 'Update failed', problem),
  });
  return (
    <AccountForm form={form} labels={LABELS} submitLabel="Save Changes" aria-labelledby="profile-title">
      <p className="account-email">
        <span>{user.email}</span> {user.email_verified && <span className="badge success">Confirmed</span>}
        {user.oauth_provider && user.oauth_provider in PROVIDER_LABELS && (
          <span className="badge">
            {PROVIDER_LABELS[user.oauth_provider as keyof typeof PROVIDER_LABELS]}
          </span>
        )}
      </p>
      <div className="field-row">
        <NameField required {...form.fieldProps('name')} />
        <PhoneField {...form.fieldProps('phone')} />
      </div>
    </AccountForm>
  );
}
