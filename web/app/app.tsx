import { lazy, Suspense } from 'react';
import type { PageData } from '../../src/domain/page-data.ts';
import { HydratedProvider, useHydrated } from '../lib/hydrated.tsx';
import { Route, Router, useLocation } from '../lib/router.ts';
import { StaticServerHtml } from '../lib/static-server-html.tsx';
import { loadStylesheet } from '../lib/stylesheets.ts';
import { PageDataProvider } from '../shared/page-data.tsx';
import { PreloadProvider } from '../shared/screen-preload-context.tsx';
import { AuthProvider } from '../shared/session.tsx';
import { NavigationBar } from './navigation-bar.tsx';
import { RouteEffects } from './route-effects.tsx';
import { createScreenComponent, preloadPath } from './screen-loader.tsx';
import { NOT_FOUND, SCREENS, screenAt } from './screens.ts';

/** The toaster loads last, because no toast appears before the page is hydrated. */
const LazyToaster = lazy(async () => {
  const [module] = await Promise.all([import('./toaster.tsx'), loadStylesheet('toasts')]);
  return module;
});

/** Browsers never load it, because the server renders every page's footer. */
const FooterContent = lazy(() => import('./footer-content.tsx'));

const ROUTES = SCREENS.map((screen) => (
  <Route key={screen.path} path={screen.path} component={createScreenComponent(screen)} />
));
const NOT_FOUND_ROUTE = <Route key="not-found" default component={createScreenComponent(NOT_FOUND)} />;

/** The whole site, inside the router's location in the browser and a fixed one on the server. */
export function App({ data }: { data: PageData }) {
  const { bare } = screenAt(useLocation().path);
  return (
    <PageDataProvider value={data}>
      <HydratedProvider>
        <AuthProvider>
          <a className="skip-link" href="#main">
            Skip to the content
          </a>
          {!bare && <NavigationBar />}
          <RouteEffects />
          <PreloadProvider value={preloadPath}>
            <Router>
              {ROUTES}
              {NOT_FOUND_ROUTE}
            </Router>
          </PreloadProvider>
          {!bare && <Footer />}
          <ToasterAfterHydration />
        </AuthProvider>
      </HydratedProvider>
    </PageDataProvider>
  );
}

function Footer() {
  const { lineFooter } = screenAt(useLocation().path);
  return (
    <StaticServerHtml
      tag="footer"
      id="footer"
      className={lineFooter ? 'site-footer line' : 'site-footer'}
      data-theme="dark"
    >
      <FooterContent />
    </StaticServerHtml>
  );
}

function ToasterAfterHydration() {
  return useHydrated() ? (
    <Suspense>
      <LazyToaster />
    </Suspense>
  ) : null;
}
