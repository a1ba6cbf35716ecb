import { useLocation } from '../lib/router.ts';

export type UrlParams = Record<string, string | undefined>;

/** The last navigation until the page renders it; `from` is the URL where it started. */
let pendingNavigation: { from: string; params: UrlParams } | null = null;

/** The dashboard's view, which is kept in the URL. */
export function useUrlParams(): {
  params: UrlParams;
  /** Merges `patch` into the URL (undefined removes); `replace` adds no history entry. */
  navigate(patch: UrlParams, options?: { replace?: boolean }): void;
  /** Goes to exactly what `params` name: another view, without this one's filters and drawers. */
  open(params: UrlParams): void;
  href(patch: UrlParams): string;
} {
  const { url, query, route } = useLocation();
  const navigate = (patch: UrlParams, options?: { replace?: boolean }) => {
    // A second change may come before the first is rendered, and must not undo it.
    const currentParams = pendingNavigation?.from === url ? pendingNavigation.params : query;
    const params = { ...currentParams, ...patch };
    pendingNavigation = { from: url, params };
    route(adminUrl(params), options?.replace ?? false);
  };
  const open = (params: UrlParams) => route(adminUrl(params));
  return { params: query, navigate, open, href: (patch) => adminUrl({ ...query, ...patch }) };
}

export function adminUrl(params: UrlParams): string {
  return `/admin${toQueryString(params)}`;
}

/** The query string of the set values, with its question mark; empty if there are none. */
export function toQueryString(values: UrlParams): string {
  const setValues = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return setValues.length > 0 ? `?${new URLSearchParams(setValues)}` : '';
}

/** The row number in a parameter; null for other text. */
export function idIn(text = ''): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
