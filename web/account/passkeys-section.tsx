import { useRef, useState } from 'react';
import type { PasskeyView } from '../../src/domain/api/second-factor-routes.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { passkeyNameChangeSchema } from '../../src/domain/second-factor.ts';
import { callApi } from '../lib/api.ts';
import { useQuery } from '../lib/query.ts';
import { showToast } from '../lib/toast.ts';
import { NewPasskeyForm } from '../shared/new-passkey-form.tsx';
import { useAccountChange, useLoginForm } from '../shared/use-account-change.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { InputField } from '../ui/field.tsx';
import { AccountPart } from './account-part.tsx';

export function PasskeysSection() {
  const { data } = useQuery('GET /api/auth/second-factors');
  const [adding, setAdding] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const passkeys = data?.passkeys ?? [];
  return (
    <AccountPart id="login-security" title="Passkeys" state={data && (passkeys.length || 'None')}>
      <p>Log in with your fingerprint, your face or your phone’s screen lock.</p>
      {passkeys.length > 0 && (
        <ul className="account-list" ref={list} tabIndex={-1} aria-label="Your passkeys">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onRemoved={() => list.current?.focus()} />
          ))}
        </ul>
      )}
      {adding ? (
        <NewPasskeyForm onDone={() => setAdding(false)} onClose={() => setAdding(false)} />
      ) : (
        <button type="button" className="ghost" disabled={!data} onClick={() => setAdding(true)}>
          Add a passkey
        </button>
      )}
    </AccountPart>
  );
}

function PasskeyItem({ passkey, onRemoved }: { passkey: PasskeyView; onRemoved: () => void }) {
  const { id, name, created_at, last_used_at } = passkey;
  const [isRenaming, setRenaming] = useState(false);
  const { busy, error, run } = useAccountChange('The passkey could not be removed. Please try again.');
  const dates = [
    `Added ${shortDate(created_at.slice(0, 10))}`,
    last_used_at ? `last used ${shortDate(last_used_at.slice(0, 10))}` : 'not used yet',
  ].join(', ');
  const remove = () =>
    run(async () => {
      await callApi('DELETE /api/auth/passkeys/:id', { params: { id } });
      showToast('success', 'Passkey removed', name);
      onRemoved();
    });
  return (
    <li>
      {isRenaming ? (
        <RenameForm id={id} name={name} onClose={() => setRenaming(false)} />
      ) : (
        <>
          <ErrorAlert text={error} />
          <div>
            <strong>{name}</strong>
            <span className="muted small">{dates}</span>
          </div>
          <div className="cluster">
            <button type="button" className="quiet" disabled={busy} onClick={() => setRenaming(true)}>
              Rename <span className="visually-hidden">{name}</span>
            </button>
            <button
              type="button"
              className="quiet"
              aria-busy={busy}
              disabled={busy}
              onClick={() => void remove()}
            >
              Remove <span className="visually-hidden">{name}</span>
            </button>
          </div>
        </>
      )}
    </li>
  );
}

function RenameForm({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const { fieldProps, formProps, problem, busy } = useLoginForm({
    schema: passkeyNameChangeSchema,
    initialValues: { name },
    onSubmit: async (body) => {
      await callApi('PUT /api/auth/passkeys/:id', { params: { id }, body });
      onClose();
    },
    failure: 'The passkey could not be renamed. Please try again.',
  });
  return (
    <form method="post" className="account-rename" {...formProps}>
      <ErrorAlert text={problem} />
      <InputField
        label="New name"
        autoComplete="off"
        maxLength={60}
        required
        {...fieldProps('name')}
        name={`passkey_name_${id}`}
      />
      <div className="cluster">
        <button type="submit" aria-busy={busy} disabled={busy}>
          Save
        </button>
        <button type="button" className="quiet" onClick={onClose}>
          Close
        </button>
      </div>
    </form>
  );
}
