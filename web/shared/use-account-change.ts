import { useState } from 'react';
import { errorMessage } from '../lib/api.ts';
import { invalidateQueries } from '../lib/query.ts';
import { passkeyErrorMessage } from './webauthn.ts';

/** Runs one change of the login and keeps its error; afterwards the account is read again. */
export function useAccountChange(fallback: string) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const run = async (change: () => Promise<void>) => {
    setBusy(true);
    setProblem('');
    try {
      await change();
    } catch (error) {
      setProblem(passkeyErrorMessage(error) ?? errorMessage(error, fallback));
    }
    await invalidateQueries('/api/auth');
    setBusy(false);
  };
  return { busy, problem, run };
}
