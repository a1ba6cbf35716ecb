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
 * What a store of the browser has. Until the page is hydrated it is `drawn`, from which the server has drawn the page:
 * for a store that differs during hydration React would draw the page once more, without a pause for taps.
 */
export function useStoreAfterHydration<T>(
  subscribe: (onChange: () => void) => () => void,
  current: () => T,
  drawn: () => T,
): T {
  return useSyncExternalStore(subscribe, useHydrated() ? current : drawn, drawn);
}
