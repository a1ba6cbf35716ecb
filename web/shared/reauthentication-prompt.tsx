import { lazy, Suspense, useEffect, useState } from 'react';
import { setReauthenticationPrompt } from '../lib/api.ts';
import { invalidateQueries } from '../lib/query.ts';

const ReauthenticationDialog = lazy(() => import('./reauthentication-dialog.tsx'));

/** Lets a page have the user authenticate again after a refused risky action, which is then resent. */
export function ReauthenticationPrompt() {
  const [answer, setAnswer] = useState<((succeeded: boolean) => void) | null>(null);
  useEffect(
    () =>
      setReauthenticationPrompt(async () => {
        await invalidateQueries('GET /api/auth/reauthenticate');
        return new Promise<boolean>((resolve) => setAnswer(() => resolve));
      }),
    [],
  );
  if (!answer) return null;
  return (
    <Suspense fallback={null}>
      <ReauthenticationDialog
        onDone={(succeeded) => {
          setAnswer(null);
          answer(succeeded);
        }}
      />
    </Suspense>
  );
}
