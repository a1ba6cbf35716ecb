import { useLayoutEffect, useRef } from 'react';
import { ignoreSecondTap } from '../lib/double-tap.ts';
import { STEP_TITLES, type Step } from './booking-draft.ts';

/** The step whose title stood here last; none when the wizard was just opened. */
let lastShownStep: Step | null = null;

/**
 * A step's heading. After a change of step it takes the focus, so that whoever reads along hears where they
 * are; a notice about lost half-hours comes first. The first page keeps the browser's own start.
 */
export function StepTitle({ step }: { step: Step }) {
  const title = useRef<HTMLHeadingElement>(null);
  // With the step itself: a key or a tap right after it must find the focus there.
  useLayoutEffect(() => {
    if (lastShownStep !== null && lastShownStep !== step) {
      ignoreSecondTap('counted');
      window.scrollTo({ top: 0, behavior: 'instant' });
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

/** The wizard was left; the next visit starts afresh. */
export function resetShownStep(): void {
  lastShownStep = null;
}
