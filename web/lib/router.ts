import { Router as IsoRouter, type Location, LocationProvider, Route, useLocation } from 'preact-iso/router';
import { useHydrated } from './hydrated.tsx';

/** The router keeps its state on `this`, which a React function component doesn't have. */
export const Router = IsoRouter.bind({});
export { type Location, LocationProvider, Route, useLocation };

/** The query parameters; empty until the page is hydrated, because the server renders a path without them. */
export function useQueryParams(): Record<string, string> {
  const { query } = useLocation();
  return useHydrated() ? query : {};
}
