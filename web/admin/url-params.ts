import { useLocation } from '../lib/router.ts';

export type UrlParams = Record<string, string | undefined>;

/** The last navigation until the page renders it; `from` is the URL it started at. */
let pendingNavigation: { from: string; params: UrlParams } | null = null;

/** The dashboard's view, which the URL holds. */
export function useUrlParams(): {
  params: UrlParams;
  /** Merges `patch` into the URL (undefined removes); `replace` adds no history entry. */
  navigate(patch: UrlParams, options?: { replace?: boolean }): void;
  /** Goes to what `params` name alone: another view without the filters and drawers of this one. */
  open(params: UrlParams): void;
  href(patch: UrlParams): string;
} {
  const { url, query, route } = useLocation();
  const navigate = (patch: UrlParams, options?: { replace?: boolean }) => {
    // A second change may come before the first one is rendered, and must not undo it.
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

/** The query string of the set values, with its question mark; empty without any. */
export function toQueryString(values: UrlParams): string {
  const setValues = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return setValues.length > 0 ? `?${new URLSearchParams(setValues)}` : '';
}

/** The number of a row that a parameter holds; null for another text. */
export function idIn(text = ''): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
