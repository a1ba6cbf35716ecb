import { useLocation } from '../lib/router.ts';

export type Params = Record<string, string | undefined>;

/** Where the last `go` leads, until the page is drawn there. `from` is the address it was called at. */
let underway: { from: string; params: Params } | null = null;

/** What the desk looks at stands in the address: it can be kept, sent, reloaded and gone back from. */
export function useParams(): {
  params: Params;
  /** Merges `patch` (undefined removes) and goes there; `replace` leaves no step to go back to. */
  go(patch: Params, options?: { replace?: boolean }): void;
  href(patch: Params): string;
} {
  const { url, query, route } = useLocation();
  const go = (patch: Params, options?: { replace?: boolean }) => {
    // A second change may come before the first is drawn; it must not take the first one back.
    const before = underway?.from === url ? underway.params : query;
    const params = { ...before, ...patch };
    underway = { from: url, params };
    route(addressOf(params), options?.replace ?? false);
  };
  return { params: query, go, href: (patch) => addressOf({ ...query, ...patch }) };
}

function addressOf(params: Params): string {
  return `/admin${queryOf(params)}`;
}

/** A query string of what is set, with its question mark. */
export function queryOf(values: Params): string {
  const set = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return set.length > 0 ? `?${new URLSearchParams(set)}` : '';
}
