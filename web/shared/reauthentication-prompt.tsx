import { lazy, Suspense, useEffect, useState } from 'react';
import { setProofPrompt } from '../lib/api.ts';
import { invalidateQueries } from '../lib/query.ts';

const ReauthenticationDialog = lazy(() => import('./reauthentication-dialog.tsx'));

/** On a page with this, a refused risky action asks for a proof and is sent again. */
export function ReauthenticationPrompt() {
  const [answer, setAnswer] = useState<((proven: boolean) => void) | null>(null);
  useEffect(
    () =>
      setProofPrompt(async () => {
        await invalidateQueries('/api/auth/proof');
        return new Promise<boolean>((resolve) => setAnswer(() => resolve));
      }),
    [],
  );
  if (!answer) return null;
  return (
    <Suspense fallback={null}>
      <ReauthenticationDialog
        onDone={(proven) => {
          setAnswer(null);
          answer(proven);
        }}
      />
    </Suspense>
  );
}
