import { useEffect } from 'react';
import { useHydrated } from '../lib/hydrated.tsx';
import { useLocation, useQueryParams } from '../lib/router.ts';
import { dismissTold } from '../lib/toast.ts';
import { reachableStep, type Step, useDraft } from './draft.ts';

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
  const { step: asked } = useQueryParams();
  const draft = useDraft();
  const wanted: Step = asked === '2' ? 2 : asked === '3' ? 3 : 1;
  const step = Math.min(wanted, hydrated ? reachableStep(draft) : 1) as Step;

  useEffect(() => {
    if (hydrated && step !== wanted) route(addressOf(path, step), true);
  }, [hydrated, step, wanted, path, route]);

  return {
    step,
    next() {
      const to = (step + 1) as Step;
      enteredForward.add(to);
      dismissTold();
      route(addressOf(path, to));
    },
    previous() {
      if (enteredForward.has(step)) history.back();
      else route(addressOf(path, (step - 1) as Step));
    },
    restart() {
      route(addressOf(path, 1), true);
    },
  };
}

function addressOf(path: string, step: Step): string {
  return step === 1 ? path : `${path}?step=${step}`;
}
