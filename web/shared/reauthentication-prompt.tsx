import { lazy, Suspense, useEffect, useState } from 'react';
import { callApi, setReauthenticationPrompt } from '../lib/api.ts';
import { invalidateQueries, setQueryData } from '../lib/query.ts';

const METHODS = 'GET /api/auth/reauthenticate';
const ReauthenticationDialog = lazy(() => import('./reauthentication-dialog.tsx'));

/** Lets a page have the user authenticate again after a refused risky action, which is then resent. */
export function ReauthenticationPrompt() {
  const [answer, setAnswer] = useState<((succeeded: boolean) => void) | null>(null);
  useEffect(
    () =>
      setReauthenticationPrompt(async () => {
        // Known before the dialog opens, which focuses what it shows first.
        await callApi(METHODS).then(
          (methods) => setQueryData(METHODS, methods),
          () => invalidateQueries(METHODS),
        );
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
