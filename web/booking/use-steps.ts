import { useEffect } from 'react';
import { validateGuest, validateSelection } from '../../src/domain/booking.ts';
import { useHydrated } from '../lib/hydrated.tsx';
import { useLocation, useQueryParams } from '../lib/router.ts';
import { dismissToast } from '../lib/toast.ts';
import { type Draft, useDraft } from '../shared/booking-draft.ts';

export const STEP_TITLES = ['Date & Court', 'Your Information', 'Payment Method'] as const;
export type Step = 1 | 2 | 3;

/** Steps that the visitor entered with Next: the history entry before each is the step before it. */
const enteredForward = new Set<Step>();

export interface Steps {
  step: Step;
  next(): void;
  previous(): void;
  /** Shows step 1 in the current history entry. */
  restart(): void;
}

/**
 * The step that the URL names: each step has its own history entry, so Back moves one step. A step that the
 * draft does not allow yet is replaced by the furthest one that it allows.
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

/** The furthest step that the selection and the contact details allow. */
function furthestStep(draft: Draft): Step {
  if (validateSelection(draft)) return 1;
  return validateGuest(draft.guest) ? 2 : 3;
}

function stepUrl(path: string, step: Step): string {
  return step === 1 ? path : `${path}?step=${step}`;
}
