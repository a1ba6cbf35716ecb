import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react';

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
