/**
 * The parts of `preact` that preact-iso imports, taken from React; `scripts/client-build-plugin.ts` redirects the
 * import.
 */
import { Children, cloneElement, createContext, createElement } from 'react';

export const h = createElement;
export const toChildArray = Children.toArray;
export { cloneElement, createContext };
