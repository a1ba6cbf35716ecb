import { useState } from 'react';
import { toast } from 'sonner';
import { ROLE_LABELS, type Role } from '../../../src/domain/account.ts';
import type { AdminUser } from '../../../src/domain/api/account-answers.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { useAction } from '../../lib/use-action.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';

type Change = 'role' | 'sessions' | 'second-factors';

/** What an owner does about a user's access: the role, the sessions, lost second factors. */
export function UserAccess({ user }: { user: AdminUser }) {
  const [role, setRole] = useState<Role | ''>(user.role ?? '');
  const [running, setRunning] = useState<Change | null>(null);
  const { error, busy, run } = useAction('It could not be changed. Please try again.');
  const params = { id: user.id };
  const change = (name: Change, message: string, send: () => Promise<unknown>) => {
    setRunning(name);
    void run(async () => {
      try {
        await send();
        toast.success(message, { description: user.name });
      } finally {
        await invalidateQueries('/api/admin/users');
      }
    });
  };
  const hasSecondFactor = user.totp || user.passkeys > 0;
  return (
    <section className="admin-access" aria-labelledby="user-access">
      <h3 id="user-access">Access</h3>
      <ErrorAlert text={error} />
      <form
        method="post"
        className="admin-invite"
        onSubmit={(event) => {
          event.preventDefault();
          change('role', 'Role changed', () =>
            callApi('PUT /api/admin/users/:id/role', { params, body: { role: role || null } }),
          );
        }}
      >
        <label>
          Role
          <select name="role" value={role} onChange={(event) => setRole(event.target.value as Role | '')}>
            <option value="">Member</option>
            <option value="staff">{ROLE_LABELS.staff}</option>
            <option value="owner">{ROLE_LABELS.owner}</option>
          </select>
        </label>
        <button type="submit" aria-busy={busy && running === 'role'} disabled={role === (user.role ?? '')}>
          Change the role
        </button>
      </form>
      <div className="cluster">
        <button
          type="button"
          className="ghost"
          aria-busy={busy && running === 'sessions'}
          onClick={() =>
            change('sessions', 'Logged out everywhere', () =>
              callApi('DELETE /api/admin/users/:id/sessions', { params }),
            )
          }
        >
          Log out everywhere
        </button>
        {hasSecondFactor && (
          <button
            type="button"
            className="ghost"
            aria-busy={busy && running === 'second-factors'}
            onClick={() =>
              change('second-factors', 'Extra login step removed', () =>
                callApi('DELETE /api/admin/users/:id/second-factors', { params }),
              )
            }
          >
            Remove lost passkeys and app
          </button>
        )}
      </div>
    </section>
  );
}

/** `2 passkeys, authenticator app` */
export function secondFactorLabel({ passkeys, totp }: AdminUser): string {
  const parts = [
    passkeys > 0 && (passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`),
    totp && 'authenticator app',
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'None';
}
