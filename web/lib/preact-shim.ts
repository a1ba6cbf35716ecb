/** What preact-iso asks of `preact`, answered by React; `scripts/build.ts` points the import here. */
import { Children, cloneElement, createContext, createElement } from 'react';

export const h = createElement;
export const toChildArray = Children.toArray;
export { cloneElement, createContext };
