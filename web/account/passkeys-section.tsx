import { type FormEvent, useRef, useState } from 'react';
import type { PasskeyView } from '../../src/domain/api/second-factor-routes.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { callApi } from '../lib/api.ts';
import { useQuery } from '../lib/query.ts';
import { showToast } from '../lib/toast.ts';
import { NewPasskeyForm } from '../shared/new-passkey-form.tsx';
import { useAccountChange } from '../shared/use-account-change.ts';
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
  const [newName, setNewName] = useState<string | null>(null);
  const { busy, error, run } = useAccountChange('The passkey could not be changed. Please try again.');
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
  const rename = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await callApi('PUT /api/auth/passkeys/:id', { params: { id }, body: { name: newName ?? '' } });
      setNewName(null);
    });
  };
  return (
    <li>
      <ErrorAlert text={error} />
      {newName === null ? (
        <>
          <div>
            <strong>{name}</strong>
            <span className="muted small">{dates}</span>
          </div>
          <div className="cluster">
            <button type="button" className="quiet" disabled={busy} onClick={() => setNewName(name)}>
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
      ) : (
        <form method="post" className="account-rename" onSubmit={rename}>
          <InputField
            label="New name"
            name={`passkey_name_${id}`}
            autoComplete="off"
            maxLength={60}
            required
            value={newName}
            onChange={(event) => setNewName(event.target.value)}
          />
          <div className="cluster">
            <button type="submit" aria-busy={busy} disabled={busy}>
              Save
            </button>
            <button type="button" className="quiet" onClick={() => setNewName(null)}>
              Close
            </button>
          </div>
        </form>
      )}
    </li>
  );
}
