import { useLayoutEffect, useRef } from 'react';
import { ignoreSecondTap } from '../lib/ignore-second-tap.ts';
import { STEP_TITLES, type Step } from './use-steps.ts';

/** The last step shown; null if the wizard has just opened. */
let lastShownStep: Step | null = null;

/**
 * A step's heading. Takes the focus when the step changes, so that a screen reader announces it, unless an alert
 * about taken slots does. The first step shown leaves the browser's own focus alone.
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

/** Called when the visitor leaves the wizard, so that the next visit doesn't move the focus. */
export function resetShownStep(): void {
  lastShownStep = null;
}
