import { useEffect } from 'react';
import type { PageData } from '../../src/domain/club.ts';
import { PageDataProvider, usePageData } from '../lib/page-data.tsx';
import { Route, Router, useLocation } from '../lib/router.ts';
import { Footer } from './footer.tsx';
import { NavigationBar } from './navigation-bar.tsx';
import { preloadOnIntent, screenComponent } from './screen-loader.tsx';
import { NOT_FOUND, SCREENS, screenAt } from './screens.ts';
import { AuthProvider } from './session.tsx';
import { NotificationArea } from './toaster.tsx';

/** The whole site. It stands inside a location: the router's own in the browser, a fixed one on the server. */
export function App({ data }: { data: PageData }) {
  return (
    <PageDataProvider value={data}>
      <AuthProvider>
        <a className="skip-link" href="#main">
          Skip to the content
        </a>
        <NavigationBar />
        <RouteEffects />
        <Router>
          {SCREENS.map((screen) => (
            <Route key={screen.path} path={screen.path} component={screenComponent(screen)} />
          ))}
          <Route key="not-found" default component={screenComponent(NOT_FOUND)} />
        </Router>
        <Footer />
        <NotificationArea />
      </AuthProvider>
    </PageDataProvider>
  );
}

/** What a change of route does beside drawing: the title, the anchor, fetching ahead. */
function RouteEffects() {
  const { path, url } = useLocation();
  const { club } = usePageData();
  useEffect(() => {
    document.title = `${screenAt(path).title} · ${club.name}`;
  }, [path, club.name]);

  useEffect(() => {
    const hash = url.split('#')[1];
    if (hash) document.getElementById(hash)?.scrollIntoView();
  }, [url]);

  useEffect(() => {
    const events = ['pointerover', 'touchstart', 'focusin'] as const;
    for (const name of events) document.addEventListener(name, preloadOnIntent, { passive: true });
    return () => {
      for (const name of events) document.removeEventListener(name, preloadOnIntent);
    };
  }, []);
  return null;
}
