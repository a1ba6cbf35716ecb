import { STEP_TITLES, type Step } from './booking-draft.ts';

export function StepIndicator({ step }: { step: Step }) {
  return (
    <ol className="booking-steps requires-javascript" aria-label="Steps">
      {STEP_TITLES.map((label, at) => {
        const number = at + 1;
        const state = number < step ? 'done' : number === step ? 'current' : 'ahead';
        return (
          <li key={label} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            <span className="booking-steps-number" aria-hidden="true">
              {state === 'done' ? '✓' : number}
            </span>
            <span>
              {label}
              {state === 'done' && <span className="visually-hidden"> (done)</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
