import { useEffect, useState } from 'react';
import { connectionText } from '../lib/connection-text.ts';
import type { Steps } from './use-steps.ts';

type LaterSteps = typeof import('./later-steps.ts');

let loaded: LaterSteps | undefined;

/** Loads the code of steps 2 and 3, of the alert about taken slots and of offers; rejects without a network. */
export async function loadLaterSteps(): Promise<LaterSteps> {
  loaded = await import('./later-steps.ts');
  return loaded;
}

/** Step 2 or 3, empty until `ready`: loads its code, and offers to retry if the network fails. */
export function LazyStep({ steps, ready }: { steps: Steps; ready: boolean }) {
  const step = steps.step === 3 ? 3 : 2;
  const [failed, setFailed] = useState(false);
  const [, forceRender] = useState(0);
  const Component = step === 3 ? loaded?.PaymentStep : loaded?.GuestStep;

  useEffect(() => {
    if (Component || failed) return;
    let mounted = true;
    loadLaterSteps().then(
      () => mounted && forceRender((count) => count + 1),
      () => mounted && setFailed(true),
    );
    return () => {
      mounted = false;
    };
  }, [Component, failed]);

  if (Component && ready) return <Component steps={steps} />;
  if (!failed) return <div className="booking-loading" aria-busy="true" />;
  return (
    <div className="alert danger" role="alert">
      <strong>This step could not be loaded.</strong>
      <p>{connectionText()} Your selection is kept.</p>
      <button type="button" className="ghost" onClick={() => setFailed(false)}>
        Try again
      </button>
    </div>
  );
}
