import { type ComponentType, Suspense, use, useEffect } from 'react';
import { useHydrated } from '../lib/hydrated.tsx';
import { HYDRATED } from '../lib/pre-hydration-input.ts';
import { loadStylesheet } from '../lib/stylesheets.ts';
import { SCREENS, type Screen, type ScreenModule } from './screens.ts';

const loading = new Map<Screen['load'], Promise<ScreenModule>>();
const loaded = new Map<Screen['load'], ScreenModule>();

/** Loads a screen's code and style sheets; afterwards the screen renders synchronously, on the server too. */
export function preloadScreen(screen: Screen): Promise<ScreenModule> {
  const cached = loading.get(screen.load);
  if (cached) return cached;
  const promise = Promise.all([screen.load(), ...(screen.styles ?? []).map(loadStylesheet)]).then(
    ([module]) => {
      loaded.set(screen.load, module);
      return module;
    },
  );
  // A failed download may be retried.
  promise.catch(() => loading.delete(screen.load));
  loading.set(screen.load, promise);
  return promise;
}

const fetchingOrReloading = new Map<Screen, Promise<ScreenModule>>();

/** Like `preloadScreen`, for a screen that the visitor opened: if its code fails to load, the page reloads. */
function loadScreenOrReload(screen: Screen): Promise<ScreenModule> {
  const cached = fetchingOrReloading.get(screen);
  if (cached) return cached;
  const promise = preloadScreen(screen).catch(() => {
    location.reload();
    return new Promise<ScreenModule>(() => {});
  });
  fetchingOrReloading.set(screen, promise);
  return promise;
}

/** Loads a link's screen as soon as the visitor points at it. */
export function preloadLinkTarget(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
  preloadPath(link.pathname);
}

/** Loads the code of the screen at `path`, if there is one; a failed download is ignored. */
export function preloadPath(path: string): void {
  const screen = SCREENS.find((candidate) => candidate.path === path);
  if (screen) void preloadScreen(screen).catch(() => {});
}

/** Makes a screen's component; called once for each. */
export function createScreenComponent(screen: Screen): ComponentType {
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each screen
  const Content = () => {
    const hydrated = useHydrated();
    // Repeated presses build on what only the browser knows, such as the draft.
    useEffect(() => {
      if (hydrated) document.dispatchEvent(new Event(HYDRATED));
    }, [hydrated]);
    const { default: Component } = loaded.get(screen.load) ?? use(loadScreenOrReload(screen));
    return <Component />;
  };
  return () => (
    <Suspense fallback={<main id="main" className="container page-loading" aria-busy="true" tabIndex={-1} />}>
      <Content />
    </Suspense>
  );
}
