import { errorMessage } from '../lib/api.ts';
import { invalidateQueries } from '../lib/query.ts';
import { useAction } from '../lib/use-action.ts';
import { passkeyErrorMessage } from './webauthn.ts';

/** Runs one change to the login and keeps its error, then reads the account again. */
export function useAccountChange(fallbackMessage: string) {
  const { run: runAction, ...action } = useAction(
    fallbackMessage,
    (error, fallback) => passkeyErrorMessage(error) ?? errorMessage(error, fallback),
  );
  const run = async (change: () => Promise<void>) => {
    await runAction(change);
    await invalidateQueries('GET /api/auth/*');
  };
  return { ...action, run };
}
