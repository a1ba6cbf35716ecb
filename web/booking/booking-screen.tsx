import { useEffect } from 'react';
import { usePageData } from '../lib/page-data.tsx';
import { watchTaps } from '../lib/second-tap.ts';
import { phoneLink } from '../ui/contact-links.ts';
import { useArrival } from './arrival.ts';
import { BookingBar } from './booking-bar.tsx';
import { CourtStep } from './court-step.tsx';
import { LazyStep } from './lazy-step.tsx';
import { StepIndicator } from './step-indicator.tsx';
import { useSteps } from './steps.ts';

/** The booking wizard: three steps beside a bar with what has been chosen so far. */
export default function BookingScreen() {
  const { club } = usePageData();
  const steps = useSteps();
  useArrival();
  useEffect(watchTaps, []);
  return (
    <main id="main" className="container booking" tabIndex={-1}>
      <header className="booking-head">
        <h1>Book a court</h1>
        <StepIndicator step={steps.step} />
      </header>
      <noscript>
        <p className="notice">
          Choosing half-hours needs JavaScript. Or call us: <a href={phoneLink(club.phone)}>{club.phone}</a>.
        </p>
      </noscript>
      <div className="booking-layout">
        <div className="booking-work">
          {steps.step === 1 ? <CourtStep onDone={steps.next} /> : <LazyStep steps={steps} />}
        </div>
        <BookingBar steps={steps} />
      </div>
    </main>
  );
}
