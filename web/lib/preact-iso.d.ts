// preact-iso's own types use Preact's nodes; these use React's.
declare module 'preact-iso/router' {
  import type { ComponentType, Context, ReactNode } from 'react';

  export interface Location {
    url: string;
    path: string;
    query: Record<string, string>;
    route(url: string, replace?: boolean): void;
    back?(): void;
    forward?(): void;
    wasPush?: boolean;
  }
  export const LocationProvider: ComponentType<{ scope?: RegExp; children?: ReactNode }> & {
    ctx: Context<Location>;
  };
  export function Router(
    this: object,
    props: { children?: ReactNode; onRouteChange?(url: string): void },
  ): ReactNode;
  export const Route: ComponentType<{ path?: string; default?: boolean; component: ComponentType }>;
  export function useLocation(): Location;
}
