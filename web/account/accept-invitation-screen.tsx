import { useEffect, useState } from 'react';
import { ROLE_LABELS } from '../../src/domain/account.ts';
import type { InvitationOffer } from '../../src/domain/api/invitation-routes.ts';
import { newAdminSchema } from '../../src/domain/invitation.ts';
import { callApi, errorMessage } from '../lib/api.ts';
import { useLocation } from '../lib/router.ts';
import { useAction } from '../lib/use-action.ts';
import { useForm } from '../lib/use-form.ts';
import { useLinkToken } from '../lib/use-link-token.ts';
import { NameField } from '../shared/name-phone-fields.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { useAuth } from '../shared/session.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { AccountForm } from './account-form.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { PasswordField } from './password-field.tsx';

export default function JoinScreen() {
  const { club } = usePageData();
  const { token, clearToken } = useLinkToken('join');
  const [offer, setOffer] = useState<InvitationOffer | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (!token) return;
    callApi('POST /api/auth/invitation', { body: { token } })
      .then(setOffer)
      .catch((error: unknown) =>
        setProblem(errorMessage(error, 'The invitation could not be read. Please reload the page.')),
      );
  }, [token]);
  return (
    <AuthLayout title={`Join ${club.name}`} error={problem}>
      {token === null ? (
        <p>Please open the link in the invitation email. It works once, for a week.</p>
      ) : offer ? (
        <>
          <p>
            You’re invited as <strong>{ROLE_LABELS[offer.role].toLowerCase()}</strong>, with the address{' '}
            <strong>{offer.email}</strong>.
          </p>
          <Acceptance offer={offer} token={token ?? ''} onProblem={setProblem} onDone={clearToken} />
        </>
      ) : (
        !problem && <p aria-busy="true">One moment …</p>
      )}
    </AuthLayout>
  );
}

interface AcceptanceProps {
  offer: InvitationOffer;
  token: string;
  onProblem: (message: string) => void;
  onDone: () => void;
}

function Acceptance(props: AcceptanceProps) {
  return props.offer.has_account ? <AcceptButton {...props} /> : <NewAccountForm {...props} />;
}

/** For a person with an account, who logs in as usual. */
function AcceptButton({ token, onDone }: AcceptanceProps) {
  const { route } = useLocation();
  const { user, refresh } = useAuth();
  const { busy, error, run } = useAction('The invitation could not be accepted. Please try again.');
  const accept = () =>
    run(async () => {
      await callApi('POST /api/auth/invitation/accept', { body: { token } });
      onDone();
      await refresh();
      route(user ? '/admin' : '/login?next=/admin', true);
    });
  return (
    <>
      <ErrorAlert text={error} />
      <button type="button" className="wide" aria-busy={busy} disabled={busy} onClick={() => void accept()}>
        Accept the invitation
      </button>
    </>
  );
}

const LABELS = { name: 'Full Name', password: 'Password' };

function NewAccountForm({ offer, token, onProblem, onDone }: AcceptanceProps) {
  const { route } = useLocation();
  const { refresh } = useAuth();
  const form = useForm({
    schema: newAdminSchema,
    initialValues: { name: '', password: '' },
    onSubmit: async (values) => {
      onProblem('');
      await callApi('POST /api/auth/invitation/accept', { body: { ...values, token } });
      onDone();
      await refresh();
      route('/admin', true);
    },
    failure: 'The invitation could not be accepted. Please try again.',
    onError: (_, problem) => onProblem(problem),
  });
  return (
    <AccountForm form={form} labels={LABELS} submitLabel="Accept the invitation" aria-label="Your account">
      <input type="text" name="username" autoComplete="username" value={offer.email} readOnly hidden />
      <NameField required {...form.fieldProps('name')} />
      <PasswordField
        label={LABELS.password}
        autoComplete="new-password"
        placeholder="At least 8 characters"
        required
        {...form.fieldProps('password')}
      />
    </AccountForm>
  );
}
