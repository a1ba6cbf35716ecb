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

/** False while React hydrates the server's HTML, true afterwards, so that both renders match. */
export function useHydrated(): boolean {
  return useContext(HydratedContext);
}

/**
 * The state of a store of the browser. Until the page is hydrated it is `drawn`, the state from which the server has
 * drawn the page: if a store differs during hydration, React draws the page once more, without a pause for taps.
 */
export function useStoreAfterHydration<T>(
  subscribe: (onChange: () => void) => () => void,
  current: () => T,
  drawn: () => T,
): T {
  return useSyncExternalStore(subscribe, useHydrated() ? current : drawn, drawn);
}
