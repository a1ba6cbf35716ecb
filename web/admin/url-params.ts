import { useLocation } from '../lib/router.ts';

export type UrlParams = Record<string, string | undefined>;

/** Where the last `go` leads, until the page is drawn there. `from` is the address it was called at. */
let pendingNavigation: { from: string; params: UrlParams } | null = null;

/** What the desk looks at stands in the address: it can be kept, sent, reloaded and gone back from. */
export function useUrlParams(): {
  params: UrlParams;
  /** Merges `patch` (undefined removes) and goes there; `replace` leaves no step to go back to. */
  navigate(patch: UrlParams, options?: { replace?: boolean }): void;
  href(patch: UrlParams): string;
} {
  const { url, query, route } = useLocation();
  const go = (patch: UrlParams, options?: { replace?: boolean }) => {
    // A second change may come before the first is drawn; it must not take the first one back.
    const currentParams = pendingNavigation?.from === url ? pendingNavigation.params : query;
    const params = { ...currentParams, ...patch };
    pendingNavigation = { from: url, params };
    route(adminUrl(params), options?.replace ?? false);
  };
  return { params: query, navigate: go, href: (patch) => adminUrl({ ...query, ...patch }) };
}

function adminUrl(params: UrlParams): string {
  return `/admin${toQueryString(params)}`;
}

/** A query string of what is set, with its question mark. */
export function toQueryString(values: UrlParams): string {
  const setValues = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return setValues.length > 0 ? `?${new URLSearchParams(setValues)}` : '';
}
