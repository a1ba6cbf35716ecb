import { type ComponentType, useEffect, useState } from 'react';
import type { Steps } from './use-steps.ts';

type StepComponent = ComponentType<{ steps: Steps }>;

const STEP_IMPORTS = {
  2: () => import('./guest-step.tsx').then((module) => module.GuestStep),
  3: () => import('./payment-step.tsx').then((module) => module.PaymentStep),
} as const;

const loadedSteps = new Map<2 | 3, StepComponent>();

async function loadStep(step: 2 | 3): Promise<StepComponent> {
  const component = await STEP_IMPORTS[step]();
  loadedSteps.set(step, component);
  return component;
}

/** Fetches the code of steps 2 and 3 while the visitor is still choosing slots. */
export function preloadSteps(): void {
  for (const step of [2, 3] as const) void loadStep(step).catch(() => {});
}

/** Step 2 or 3, empty until `ready`: fetches its code, and offers a retry when the network fails. */
export function LazyStep({ steps, ready }: { steps: Steps; ready: boolean }) {
  const step = steps.step === 3 ? 3 : 2;
  const [failed, setFailed] = useState(false);
  const [, forceRender] = useState(0);
  const Component = loadedSteps.get(step);

  useEffect(() => {
    if (Component || failed) return;
    let mounted = true;
    loadStep(step).then(
      () => mounted && forceRender((count) => count + 1),
      () => mounted && setFailed(true),
    );
    return () => {
      mounted = false;
    };
  }, [Component, failed, step]);

  if (Component && ready) return <Component steps={steps} />;
  if (!failed) return <div className="booking-loading" aria-busy="true" />;
  return (
    <div className="alert danger" role="alert">
      <strong>This step could not be loaded.</strong>
      <p>You seem to be offline. Your selection is kept.</p>
      <button type="button" className="ghost" onClick={() => setFailed(false)}>
        Try again
      </button>
    </div>
  );
}
