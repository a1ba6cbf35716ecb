import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react';

const HydratedContext = createContext(false);

/**
 * Around all of the site. What only a browser knows (the time, the query) is drawn in a second go, which
 * gives way to the visitor like the first.
 */
export function HydratedProvider({ children }: { children: ReactNode }) {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return <HydratedContext.Provider value={hydrated}>{children}</HydratedContext.Provider>;
}

/** False while the server's HTML is being taken over, true ever after: nothing flashes, nothing mismatches. */
export function useHydrated(): boolean {
  return useContext(HydratedContext);
}
