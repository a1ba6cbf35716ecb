import { useEffect } from 'react';
import { useHydrated } from '../lib/hydrated.tsx';
import { useLocation, useQueryParams } from '../lib/router.ts';
import { dismissToast } from '../lib/toast.ts';
import { furthestStep, type Step, useDraft } from './booking-draft.ts';

/** Steps that were entered by going forward: the history entry before each is the step before it. */
const enteredForward = new Set<Step>();

export interface Steps {
  step: Step;
  next(): void;
  previous(): void;
  /** To step 1 in place of the present entry. */
  restart(): void;
}

/**
 * The step that the address names: one history entry a step, so Back moves one step. An address whose step
 * has not been earned yet leads to the furthest one that has.
 */
export function useSteps(): Steps {
  const { path, route } = useLocation();
  const hydrated = useHydrated();
  const { step: stepParam } = useQueryParams();
  const draft = useDraft();
  const requestedStep: Step = stepParam === '2' ? 2 : stepParam === '3' ? 3 : 1;
  const step = Math.min(requestedStep, hydrated ? furthestStep(draft) : 1) as Step;

  useEffect(() => {
    if (hydrated && step !== requestedStep) route(stepUrl(path, step), true);
  }, [hydrated, step, requestedStep, path, route]);

  return {
    step,
    next() {
      const to = (step + 1) as Step;
      enteredForward.add(to);
      dismissToast();
      route(stepUrl(path, to));
    },
    previous() {
      if (enteredForward.has(step)) history.back();
      else route(stepUrl(path, (step - 1) as Step));
    },
    restart() {
      route(stepUrl(path, 1), true);
    },
  };
}

function stepUrl(path: string, step: Step): string {
  return step === 1 ? path : `${path}?step=${step}`;
}
