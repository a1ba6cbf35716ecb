import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { longDate } from '../../src/domain/business-day.ts';
import { PROVIDER_LABELS, type ProviderName } from '../../src/domain/sign-in.ts';
import { callApi, errorMessage } from '../lib/api.ts';
import { invalidateQueries, useQuery } from '../lib/query.ts';

/** The providers that open the account. The last way in stays: the server refuses to take it away. */
export function SignInMethodsSection() {
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
      toast.success('Way to log in removed', { description: PROVIDER_LABELS[provider] });
      // The button that had the focus is about to go.
      list.current?.focus();
    } catch (error) {
      setProblem(errorMessage(error, 'It could not be removed. Please try again.'));
    }
    await invalidateQueries('/api/auth');
    setRemoving(null);
  };
  return (
    <section className="card" aria-labelledby="ways-title">
      <h2 id="ways-title">Ways to log in</h2>
      {problem && (
        <p className="alert danger" role="alert">
          {problem}
        </p>
      )}
      <ul className="account-list" ref={list} tabIndex={-1} aria-labelledby="ways-title">
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
              Remove <span className="account-spoken">{PROVIDER_LABELS[provider]}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="muted small">
        Logging in through one of them again, with the email address of this account, brings it back.
      </p>
    </section>
  );
}
