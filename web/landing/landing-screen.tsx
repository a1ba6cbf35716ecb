import { lazy } from 'react';
import { StaticServerHtml } from '../lib/static-server-html.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { Hero } from './hero.tsx';

const SectionsBelowHero = lazy(() => import('./sections-below-hero.tsx'));

/** The landing page: the first screen, and sections below it that only the server renders. */
export default function LandingScreen() {
  return (
    <main id="main" className="landing" tabIndex={-1}>
      <Hero data={usePageData()} />
      <StaticServerHtml tag="div" id="landing-details">
        <SectionsBelowHero />
      </StaticServerHtml>
    </main>
  );
}
