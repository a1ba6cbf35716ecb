import { useEffect, useState } from 'react';
import { connectionText } from '../lib/connection-text.ts';
import type { Steps } from './use-steps.ts';

type LaterSteps = typeof import('./later-steps.ts');

let loaded: LaterSteps | undefined;

/** Loads the code of the half-hours, steps 2 and 3, the alert about taken slots and offers; rejects when offline. */
export async function loadLaterSteps(): Promise<LaterSteps> {
  loaded = await import('./later-steps.ts');
  return loaded;
}

export interface LaterStepsCode {
  loaded: LaterSteps | undefined;
  failed: boolean;
  retry: () => void;
}

/** The code for the part of the wizard that is `needed`, loading it if it isn't there yet. */
export function useLaterSteps(needed: boolean): LaterStepsCode {
  const [failed, setFailed] = useState(false);
  const [, forceRender] = useState(0);
  const isMissing = needed && !loaded && !failed;
  useEffect(() => {
    if (!isMissing) return;
    let mounted = true;
    loadLaterSteps().then(
      () => mounted && forceRender((count) => count + 1),
      () => mounted && setFailed(true),
    );
    return () => {
      mounted = false;
    };
  }, [isMissing]);
  return { loaded, failed, retry: () => setFailed(false) };
}

/** Step 2 or 3, empty until `ready`: loads its code, and offers to retry if the network fails. */
export function LazyStep({ steps, ready }: { steps: Steps; ready: boolean }) {
  const code = useLaterSteps(true);
  const Component = steps.step === 3 ? code.loaded?.PaymentStep : code.loaded?.GuestStep;
  if (Component && ready) return <Component steps={steps} />;
  if (!code.failed) return <div className="booking-loading" aria-busy="true" />;
  return <LaterStepsFailedAlert title="This step could not be loaded." retry={code.retry} />;
}

export function LaterStepsFailedAlert({ title, retry }: { title: string; retry: () => void }) {
  return (
    <div className="alert danger" role="alert">
      <strong>{title}</strong>
      <p>{connectionText()} Your selection is kept.</p>
      <button type="button" className="ghost" onClick={retry}>
        Try again
      </button>
    </div>
  );
}
