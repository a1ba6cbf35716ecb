import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';

const HydratedContext = createContext(false);

/** Renders what only the browser knows (the time, the query) in a second, interruptible pass. */
export function HydratedProvider({ children }: { children: ReactNode }) {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return <HydratedContext.Provider value={hydrated}>{children}</HydratedContext.Provider>;
}

/** False while React hydrates the server's HTML, then true, so that both renders match. */
export function useHydrated(): boolean {
  return useContext(HydratedContext);
}

/**
 * A browser store's state. Until the page is hydrated it is `drawn`, the state the server rendered from: if a store
 * differs during hydration, React renders the page again without pausing for taps.
 */
export function useStoreAfterHydration<T>(
  subscribe: (onChange: () => void) => () => void,
  current: () => T,
  drawn: () => T,
): T {
  return useSyncExternalStore(subscribe, useHydrated() ? current : drawn, drawn);
}
