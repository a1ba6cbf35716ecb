import { useState } from 'react';
import { ROLE_LABELS, ROLES, type Role } from '../../../src/domain/account.ts';
import type { InvitationView } from '../../../src/domain/api/invitation-routes.ts';
import { invitationSchema } from '../../../src/domain/invitation.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { ActionButton } from '../action-button.tsx';
import { ActionForm } from '../action-form.tsx';
import { dateLabel } from '../date-time-labels.ts';
import { LinkToPassOn } from '../handed-link.tsx';
import { ChoiceInput, TextInput } from '../inputs.tsx';
import { ListLine } from '../list-line.tsx';
import { QueryStatus } from '../query-error.tsx';
import { useAdminQuery } from '../use-admin-query.ts';

/** Invites people to run the club, and lists open invitations. */
export function Invitations() {
  const { data, error } = useAdminQuery('GET /api/admin/invitations');
  const pending = data?.invitations ?? [];
  return (
    <details className="card admin-invitations">
      <summary>
        Invite staff or an owner
        {pending.length > 0 && <span className="badge">{pending.length} waiting</span>}
      </summary>
      <QueryStatus data={data} error={error} />
      <InviteForm />
      {pending.length > 0 && (
        <ul className="lines" aria-label="Invitations">
          {pending.map((invitation) => (
            <InvitationItem key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
    </details>
  );
}

const ROLE_HINTS: Record<Role, string> = {
  staff: 'Bookings, payments, messages and the cash drawer; no totals and no settings',
  owner: 'Everything',
};

function InviteForm() {
  const [made, setMade] = useState<{ email: string; link: string } | null>(null);
  const { no_mail, name } = usePageData().club;
  const form = useForm<{ email: string; role: Role }>({
    isStaff: true,
    schema: invitationSchema,
    initialValues: { email: '', role: 'staff' },
    onSubmit: async (body) => {
      const { link } = (await callApi('POST /api/admin/invitations', { body })).data;
      setMade(link ? { email: body.email, link } : null);
      showToast('success', link ? 'Invitation made' : 'Invitation sent', body.email);
      form.set('email', '');
    },
    failure: 'The invitation could not be sent. Please try again.',
  });
  const { role } = form.values;
  const fields = (
    <ActionForm form={form} submitLabel={no_mail ? 'Make the invitation' : 'Send the invitation'}>
      <div className="admin-invite">
        <TextInput label="Email" type="email" autoComplete="off" {...form.fieldProps('email')} />
        <ChoiceInput
          label="Role"
          of={ROLES.toReversed().map((id) => [id, ROLE_LABELS[id]] as const)}
          value={role}
          onChoose={(id) => form.set('role', id)}
        />
      </div>
      <p className="muted small">{ROLE_HINTS[role]}.</p>
    </ActionForm>
  );
  return (
    <>
      {fields}
      {made && (
        <LinkToPassOn link={made.link} label="of the invitation" text={`Join ${name}`}>
          No mail server is set up, so nothing was sent. Pass this link on to {made.email}; it works once. You
          won’t see it again.
        </LinkToPassOn>
      )}
    </>
  );
}

function InvitationItem({ invitation }: { invitation: InvitationView }) {
  const { id, email, role, expires_at } = invitation;
  return (
    <ListLine name={email} details={`${ROLE_LABELS[role]}, valid until ${dateLabel(expires_at)}`}>
      <ActionButton
        failure="The invitation could not be withdrawn. Please try again."
        act={() => callApi('DELETE /api/admin/invitations/:id', { params: { id } })}
      >
        Withdraw<span className="visually-hidden"> the invitation of {email}</span>
      </ActionButton>
    </ListLine>
  );
}
