import { useState } from 'react';
import { ROLE_LABELS, ROLES, type Role, resetLinkError } from '../../../src/domain/account.ts';
import type { AdminUser } from '../../../src/domain/api/account-answers.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { ActionButton } from '../action-button.tsx';
import { LinkToPassOn } from '../handed-link.tsx';
import { ChoiceInput } from '../inputs.tsx';

/** An owner's control of a user's access: role, sessions, lost second factors. */
export function UserAccess({ user }: { user: AdminUser }) {
  const [role, setRole] = useState<Role | ''>(user.role ?? '');
  const [link, setLink] = useState('');
  const { club } = usePageData();
  const params = { id: user.id };
  const hasSecondFactor = user.totp || user.passkeys > 0;
  const shared = {
    className: 'ghost',
    failure: 'It could not be changed. Please try again.',
  };
  const said = (message: string) => () => showToast('success', message, user.name);
  return (
    <section className="admin-access" aria-labelledby="user-access">
      <h3 id="user-access">Access</h3>
      <div className="admin-invite">
        <ChoiceInput<Role | ''>
          label="Role"
          of={[['', 'Member'], ...ROLES.toReversed().map((id) => [id, ROLE_LABELS[id]] as const)]}
          value={role}
          onChoose={setRole}
        />
        <ActionButton
          {...shared}
          className=""
          disabled={role === (user.role ?? '')}
          act={() => callApi('PUT /api/admin/users/:id/role', { params, body: { role: role || null } })}
          onDone={said('Role changed')}
        >
          Change the role
        </ActionButton>
      </div>
      <div className="cluster">
        <ActionButton
          {...shared}
          act={() => callApi('DELETE /api/admin/users/:id/sessions', { params })}
          onDone={said('Logged out everywhere')}
        >
          Log out everywhere
        </ActionButton>
        {resetLinkError(user, club) === null && (
          <ActionButton
            {...shared}
            act={() => callApi('POST /api/admin/users/:id/reset-link', { params })}
            onDone={({ data }) => setLink(data.link)}
          >
            Make a link for a new password
          </ActionButton>
        )}
        {hasSecondFactor && (
          <ActionButton
            {...shared}
            act={() => callApi('DELETE /api/admin/users/:id/second-factors', { params })}
            onDone={said('Extra login step removed')}
          >
            Remove lost passkeys and app
          </ActionButton>
        )}
      </div>
      {link && (
        <LinkToPassOn
          link={link}
          label={`of ${user.name}`}
          text={`Choose a new password for ${club.name}`}
          phone={user.phone ?? ''}
        >
          Give this link to {user.name} only. It works once, for an hour, and you won’t see it again.
        </LinkToPassOn>
      )}
    </section>
  );
}

/** `2 passkeys, authenticator app`; empty if there are none. */
export function secondFactorLabel({ passkeys, totp }: AdminUser): string {
  return [
    passkeys > 0 && (passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`),
    totp && 'authenticator app',
  ]
    .filter(Boolean)
    .join(', ');
}
