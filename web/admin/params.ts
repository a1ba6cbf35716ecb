import { useLocation } from '../lib/router.ts';

export type Params = Record<string, string | undefined>;

/** What the desk looks at stands in the address: it can be kept, sent, reloaded and gone back from. */
export function useParams(): {
  params: Params;
  /** Merges `patch` (undefined removes) and goes there; `replace` leaves no step to go back to. */
  go(patch: Params, options?: { replace?: boolean }): void;
  href(patch: Params): string;
} {
  const { query, route } = useLocation();
  const href = (patch: Params) => {
    const next = new URLSearchParams();
    for (const [key, value] of Object.entries({ ...query, ...patch })) if (value) next.set(key, value);
    const text = next.toString();
    return text ? `/admin?${text}` : '/admin';
  };
  return { params: query, href, go: (patch, options) => route(href(patch), options?.replace ?? false) };
}

/** A query string of what is set, with its question mark. */
export function queryOf(values: Params): string {
  const set = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return set.length > 0 ? `?${new URLSearchParams(set)}` : '';
}
