import { lazy } from 'react';
import { ServerRendered } from '../lib/server-rendered.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { Hero } from './hero.tsx';

const LandingDetails = lazy(() => import('./landing-details.tsx'));

/** The landing page: the first screen, and below it what the server draws for good. */
export default function LandingScreen() {
  return (
    <main id="main" className="landing" tabIndex={-1}>
      <Hero data={usePageData()} />
      <ServerRendered tag="div" id="landing-details">
        <LandingDetails />
      </ServerRendered>
    </main>
  );
}
