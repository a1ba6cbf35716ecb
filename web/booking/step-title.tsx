import { useLayoutEffect, useRef } from 'react';
import { ignoreSecondTap } from '../lib/ignore-second-tap.ts';
import { STEP_TITLES, type Step } from './use-steps.ts';

/** The last step that was shown; null when the wizard has just opened. */
let lastShownStep: Step | null = null;

/**
 * A step's heading. After a change of step it takes the focus, so that a screen reader announces the step;
 * an alert about taken slots takes it instead. The first step shown keeps the browser's own focus.
 */
export function StepTitle({ step }: { step: Step }) {
  const title = useRef<HTMLHeadingElement>(null);
  // A layout effect: a key pressed right after the change must find the focus here.
  useLayoutEffect(() => {
    if (lastShownStep !== null && lastShownStep !== step) {
      ignoreSecondTap('counted');
      window.scrollTo(0, 0);
      const target = document.getElementById('booking-conflict') ?? title.current;
      target?.focus({ preventScroll: true });
    }
    lastShownStep = step;
  }, [step]);
  return (
    <h2 ref={title} id="step-title" className={step === 1 ? 'visually-hidden' : undefined} tabIndex={-1}>
      {STEP_TITLES[step - 1]}
    </h2>
  );
}

/** Called when the visitor leaves the wizard, so that the next visit does not move the focus. */
export function resetShownStep(): void {
  lastShownStep = null;
}
