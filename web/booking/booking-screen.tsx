import { useEffect } from 'react';
import { trackLastTap } from '../lib/double-tap.ts';
import { JavaScriptRequired } from '../shared/javascript-required.tsx';
import { BookingBar } from './booking-bar.tsx';
import { CourtStep } from './court-step.tsx';
import { LazyStep } from './lazy-step.tsx';
import { StepIndicator } from './step-indicator.tsx';
import { useBookingParams } from './use-booking-params.ts';
import { useSteps } from './use-steps.ts';

/** The booking wizard: three steps beside a bar with what has been chosen so far. */
export default function BookingScreen() {
  const steps = useSteps();
  useBookingParams();
  useEffect(trackLastTap, []);
  return (
    <main id="main" className="container booking" tabIndex={-1}>
      <header className="booking-head">
        <h1>Book a court</h1>
        <StepIndicator step={steps.step} />
      </header>
      <JavaScriptRequired feature="Choosing half-hours" />
      <div className="booking-layout requires-javascript">
        <div className="booking-main">
          {steps.step === 1 ? <CourtStep onDone={steps.next} /> : <LazyStep steps={steps} />}
        </div>
        <BookingBar steps={steps} />
      </div>
    </main>
  );
}
