import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import type { DayPlan } from '../../src/domain/day-plan.ts';
import { selectionError } from '../../src/domain/slot-selection-errors.ts';
import { useHydrated } from '../lib/hydrated.tsx';
import { useLocation, useQueryParams } from '../lib/router.ts';
import { dismissToast } from '../lib/toast.ts';
import { type Draft, useDraft } from '../shared/booking-draft.ts';
import { useDayPlan } from '../shared/use-calendar.ts';

export const STEP_TITLES = ['Date & Court', 'Your Information', 'Payment Method'] as const;
export type Step = 1 | 2 | 3;

export interface Steps {
  step: Step;
  next(): void;
  previous(): void;
  /** Shows step 1, replacing the current history entry unless the visitor came from there. */
  restart(): void;
  /** Shows step 2 in place of step 3. */
  correctGuest(): void;
  /** Shows `url` in place of the whole wizard, then resolves: one Back leads to the page before the wizard. */
  leave(url: string): Promise<void>;
}

/**
 * The step named in the URL: each step has its own history entry, so Back moves one step. A step that the draft
 * doesn't allow yet is replaced by the furthest one it allows.
 */
export function useSteps(): Steps {
  const { path, route } = useLocation();
  const hydrated = useHydrated();
  const { step: stepParam } = useQueryParams();
  const plan = useDayPlan(useDraft((draft) => draft.date));
  const allowedStep = useDraft((draft) => furthestStep(draft, plan));
  // An offer's slots are fixed, which completes step 1.
  const firstStep = useDraft((draft) => (draft.offer ? 2 : 1));
  const requestedStep: Step = stepParam === '2' ? 2 : stepParam === '3' ? 3 : 1;
  const step = heldStep ?? (Math.max(firstStep, Math.min(requestedStep, allowedStep)) as Step);

  useEffect(() => {
    if (hydrated && heldStep === null && step !== requestedStep) route(stepUrl(path, step), true);
  }, [hydrated, step, requestedStep, path, route]);

  useEffect(() => {
    if (hydrated) storeDepth(step);
  }, [hydrated, step]);

  return {
    step,
    next() {
      depthOfNextStep = historyDepth() + 1;
      dismissToast();
      route(stepUrl(path, (step + 1) as Step));
    },
    previous() {
      if (historyDepth() > 0) history.back();
      else route(stepUrl(path, (step - 1) as Step), true);
    },
    restart() {
      if (historyDepth() > 0) history.go(-historyDepth());
      else route(stepUrl(path, 1), true);
    },
    correctGuest() {
      route(stepUrl(path, 2), true);
    },
    async leave(url) {
      const replaces = historyDepth() > 0 || location.pathname === path;
      heldStep = step;
      if (historyDepth() > 0) await goBack(historyDepth());
      // Rendered now, before the caller empties the draft.
      flushSync(() => route(url, replaces));
      heldStep = null;
      scrollToTop();
    },
  };
}

/**
 * Shown while the visitor leaves the wizard, because the browser passes its entry of step 1 on the way; otherwise
 * null.
 */
let heldStep: Step | null = null;

/** Resolves when the browser has arrived. */
function goBack(entries: number): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true });
    history.go(-entries);
  });
}

/**
 * The router scrolls only for a new entry, and for a replaced one the browser restores the position after `popstate`.
 */
function scrollToTop(): void {
  requestAnimationFrame(() => window.scrollTo(0, 0));
}

/** Set by Next for the history entry it adds. */
let depthOfNextStep: number | null = null;

interface WizardState {
  wizardDepth: number;
  /** Identifies the page load, because going back across a reload would load the page again. */
  timeOrigin: number;
}

/** How many of the wizard's history entries this page load added before the current one. */
function historyDepth(): number {
  const state = history.state as WizardState | null;
  return state?.timeOrigin === performance.timeOrigin ? state.wizardDepth : 0;
}

/** Marks the entry of a step entered with Next. */
function storeDepth(step: Step): void {
  if (depthOfNextStep !== null && step > 1) {
    const state: WizardState = { wizardDepth: depthOfNextStep, timeOrigin: performance.timeOrigin };
    history.replaceState(state, '');
  }
  depthOfNextStep = null;
}

/** The furthest step that the selection allows; step 3 checks the contact details itself. */
function furthestStep(draft: Draft, plan: DayPlan): Step {
  return selectionError({ ...draft, plan }) ? 1 : 3;
}

function stepUrl(path: string, step: Step): string {
  return step === 1 ? path : `${path}?step=${step}`;
}
