import { useRef, useState } from 'react';
import { longDate } from '../../src/domain/format-date.ts';
import { PROVIDER_LABELS, type ProviderName } from '../../src/domain/sign-in-providers.ts';
import { callApi, errorMessage } from '../lib/api.ts';
import { invalidateQueries, useQuery } from '../lib/query.ts';
import { showToast } from '../lib/toast.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { AccountPart } from './account-part.tsx';

/** The account's login methods. The server refuses to remove the last one. */
export function LinkedProvidersSection() {
  const { data } = useQuery('GET /api/auth/sign-in-methods');
  const [removing, setRemoving] = useState<ProviderName | null>(null);
  const [problem, setProblem] = useState('');
  const list = useRef<HTMLUListElement>(null);
  if (!data || data.providers.length === 0) return null;

  const remove = async (provider: ProviderName) => {
    setRemoving(provider);
    setProblem('');
    try {
      await callApi('DELETE /api/auth/sign-in-methods/:provider', { params: { provider } });
      showToast('success', 'Login method removed', PROVIDER_LABELS[provider]);
      // The focused button is about to disappear.
      list.current?.focus();
    } catch (error) {
      setProblem(errorMessage(error, 'The login method could not be removed. Please try again.'));
    }
    await invalidateQueries('GET /api/auth/*');
    setRemoving(null);
  };
  return (
    <AccountPart id="sign-in-methods" title="Login methods">
      <ErrorAlert text={problem} />
      <ul className="account-list" ref={list} tabIndex={-1} aria-labelledby="sign-in-methods-title">
        {data.password && (
          <li>
            <strong>Email and password</strong>
          </li>
        )}
        {data.providers.map(({ provider, added_at }) => (
          <li key={provider}>
            <div>
              <strong>{PROVIDER_LABELS[provider]}</strong>
              <span className="muted small">Since {longDate(added_at.slice(0, 10))}</span>
            </div>
            <button
              type="button"
              className="quiet"
              aria-busy={removing === provider}
              disabled={removing !== null}
              onClick={() => void remove(provider)}
            >
              Remove <span className="visually-hidden">{PROVIDER_LABELS[provider]}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="muted small">
        To add a removed method again, log in with it and the email address of this account.
      </p>
    </AccountPart>
  );
}
