import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';
import type { ApiAnswer, ApiRoute } from '../../src/domain/api.ts';
import { type ApiAddress, ApiError, apiUrl, fetchJson, type Optional } from './api.ts';
import { useStoreAfterHydration } from './hydrated.tsx';

/**
 * The server's answers by URL. They stay valid until a write invalidates them: no refetch interval, no refetch on
 * focus, no retries.
 */
export interface QueryState<T> {
  state: 'loading' | 'ready' | 'failed';
  /** Kept while the next answer is loading. */
  data: T | undefined;
  error: Error | null;
}

export type ReadRoute = Extract<ApiRoute, `GET ${string}`>;

const INITIAL_STATE: QueryState<never> = { state: 'loading', data: undefined, error: null };
const USER_URL = apiUrl('GET /api/auth/user');
const cache = createStore<Record<string, QueryState<unknown>>>(() => ({}));
const subscriptions = new Map<string, { url: string; nullOn401: boolean; readers: number }>();
const latestRequests = new Map<string, number>();
let requestCount = 0;

/**
 * Fetches a route once, and again after each invalidation. `skip` fetches nothing; with `nullOn401`, the data is null
 * for signed-out visitors.
 */
export function useQuery<R extends ReadRoute, Null extends boolean = false>(
  route: R,
  ...[options]: Optional<ApiAddress<R> & { nullOn401?: Null; skip?: boolean }>
): QueryState<ApiAnswer<R> | (Null extends true ? null : never)> {
  const url = options?.skip ? '' : apiUrl(route, ...([options] as unknown as Optional<ApiAddress<R>>));
  const nullOn401 = options?.nullOn401 === true;
  useEffect(() => (url ? subscribe(url, nullOn401) : undefined), [url, nullOn401]);
  return useStoreAfterHydration(
    cache.subscribe,
    () => cache.getState()[url] ?? INITIAL_STATE,
    () => INITIAL_STATE,
  ) as QueryState<never>;
}

/** Like `useQuery`, for any number of addresses of one route; answers are in the order of the addresses. */
export function useQueries<R extends ReadRoute>(
  route: R,
  addresses: readonly ApiAddress<R>[],
): QueryState<ApiAnswer<R>>[] {
  const urls = addresses.map((address) =>
    apiUrl(route, ...([address] as unknown as Optional<ApiAddress<R>>)),
  );
  const key = urls.join(' ');
  useEffect(() => {
    const unsubscribers = key ? key.split(' ').map((url) => subscribe(url, false)) : [];
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [key]);
  const answers = useStoreAfterHydration(cache.subscribe, cache.getState, cache.getInitialState);
  return urls.map((url) => answers[url] ?? INITIAL_STATE) as QueryState<ApiAnswer<R>>[];
}

/**
 * Fetches `url` unless its answer is known, and again after each invalidation until the returned function is called.
 */
function subscribe(url: string, nullOn401: boolean): () => void {
  const entry = subscriptions.get(url) ?? { url, nullOn401, readers: 0 };
  entry.readers += 1;
  subscriptions.set(url, entry);
  if (!cache.getState()[url]) void fetchQuery(url, nullOn401);
  return () => {
    entry.readers -= 1;
  };
}

/** Requests an answer before the page is hydrated, so that its reader doesn't have to. */
export function prefetchQuery<R extends ReadRoute>(route: R, ...address: Optional<ApiAddress<R>>): void {
  const url = apiUrl(route, ...address);
  if (!cache.getState()[url]) void fetchQuery(url, false);
}

/** Stores an answer known without a request; an invalidation fetches it again. */
export function setQueryData<R extends ReadRoute>(
  route: R,
  data: ApiAnswer<R> | null,
  ...address: Optional<ApiAddress<R>>
): void {
  storeState(apiUrl(route, ...address), {
    state: 'ready',
    data,
    error: null,
  });
}

/** Fetches every URL that starts with `prefix` again, and drops answers without a subscriber. */
export function invalidateQueries(prefix = ''): Promise<void> {
  return fetchAgain(Object.keys(cache.getState()).filter((url) => url.startsWith(prefix)));
}

/** Drops all answers, as after a logout, and fetches those with a subscriber again. */
export function resetQueries(): Promise<void> {
  cache.setState({}, true);
  return fetchAgain([...subscriptions.keys()]);
}

/**
 * Fetches those of `urls` with a subscriber, and drops the other answers. The user comes first: a page only for
 * signed-in users disappears along with the user, and requests nothing more.
 */
async function fetchAgain(urls: readonly string[]): Promise<void> {
  if (urls.includes(USER_URL)) await fetchSubscribed(USER_URL);
  await Promise.all(urls.filter((url) => url !== USER_URL).map(fetchSubscribed));
}

async function fetchSubscribed(url: string): Promise<void> {
  const entry = subscriptions.get(url);
  if (entry && entry.readers > 0) await fetchQuery(url, entry.nullOn401);
  else removeQuery(url);
}

async function fetchQuery(url: string, nullOn401: boolean): Promise<void> {
  requestCount += 1;
  const requestId = requestCount;
  latestRequests.set(url, requestId);
  storeState(url, { state: 'loading', data: cache.getState()[url]?.data, error: null });
  try {
    const data = await fetchJson<unknown>(url);
    if (latestRequests.get(url) === requestId) storeState(url, { state: 'ready', data, error: null });
  } catch (error) {
    if (latestRequests.get(url) !== requestId) return;
    if (nullOn401 && error instanceof ApiError && error.status === 401) {
      storeState(url, { state: 'ready', data: null, error: null });
    } else storeState(url, { state: 'failed', data: undefined, error: error as Error });
  }
}

function storeState(url: string, answer: QueryState<unknown>): void {
  cache.setState({ [url]: answer });
}

function removeQuery(url: string): void {
  const { [url]: _, ...rest } = cache.getState();
  cache.setState(rest, true);
}
