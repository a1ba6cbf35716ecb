import { useEffect, useMemo } from 'react';
import { createStore } from 'zustand/vanilla';
import type { ApiAnswer, ApiRoute } from '../../src/domain/api.ts';
import {
  type ApiAddress,
  ApiError,
  type ApiHeaders,
  apiUrl,
  fetchJson,
  headersOf,
  type Optional,
  readAnswer,
  type SentHeaders,
} from './api.ts';
import { useStoreAfterHydration } from './hydrated.tsx';
import { takeOpenedLink } from './opened-link.ts';

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
/** All routes of the dashboard, or of the account. */
type RouteGroup = 'GET /api/admin/*' | 'GET /api/auth/*';

interface QueryOptions<T> {
  /** Null for signed-out visitors instead of an error. */
  nullOn401?: boolean | undefined;
  /** The answer that the server has drawn into the page; it is fetched only after an invalidation. */
  drawn?: T | undefined;
  /** Fetches nothing. */
  skip?: boolean;
}

export type QueryOptionsOf<R extends ReadRoute> = ApiAddress<R> & ApiHeaders<R> & QueryOptions<ApiAnswer<R>>;

/** An address that was asked for. */
interface Query {
  route: ReadRoute;
  url: string;
  sent: SentHeaders;
  nullOn401: boolean;
  readers: number;
  /** The number of its last request; the answers of earlier ones are dropped. */
  lastRequest: number;
}

const INITIAL_STATE: QueryState<never> = { state: 'loading', data: undefined, error: null };
const cache = createStore<Record<string, QueryState<unknown>>>(() => ({}));
const queries = new Map<string, Query>();

/** Fetches a route once, and again after each invalidation. */
export function useQuery<R extends ReadRoute, Null extends boolean = false>(
  route: R,
  ...[options]: Optional<QueryOptionsOf<R> & { nullOn401?: Null }>
): QueryState<ApiAnswer<R> | (Null extends true ? null : never)> {
  const { drawn, skip, ...rest } = (options ?? {}) as QueryOptions<ApiAnswer<R>> & SentHeaders;
  const url = skip ? '' : apiUrl(route, ...([options] as unknown as Optional<ApiAddress<R>>));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address alone decides what is read
  useEffect(() => (url ? subscribe(route, url, drawn, rest) : undefined), [route, url]);
  const first = useMemo(() => (drawn === undefined ? INITIAL_STATE : readyState(drawn)), [drawn]);
  return useStoreAfterHydration(
    cache.subscribe,
    () => cache.getState()[url] ?? first,
    () => first,
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
    const unsubscribers = key ? key.split(' ').map((url) => subscribe(route, url)) : [];
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [route, key]);
  const answers = useStoreAfterHydration(cache.subscribe, cache.getState, cache.getInitialState);
  return urls.map((url) => answers[url] ?? INITIAL_STATE) as QueryState<ApiAnswer<R>>[];
}

/**
 * Fetches `url` unless its answer is known, and again after each invalidation until the returned function is called.
 */
function subscribe(
  route: ReadRoute,
  url: string,
  drawn?: unknown,
  { nullOn401, headers, keyOf }: { nullOn401?: boolean | undefined } & SentHeaders = {},
): () => void {
  const query = queryOf(route, url);
  query.sent = { headers, keyOf };
  query.nullOn401 ||= nullOn401 === true;
  query.readers += 1;
  if (!cache.getState()[url]) {
    if (drawn === undefined) void fetchQuery(query);
    else storeState(url, readyState(drawn));
  }
  return () => {
    query.readers -= 1;
  };
}

function queryOf(route: ReadRoute, url: string): Query {
  const known = queries.get(url);
  if (known) return known;
  const query = { route, url, sent: {}, nullOn401: false, readers: 0, lastRequest: 0 };
  queries.set(url, query);
  return query;
}

/** Requests an answer before the page is hydrated, so that its reader doesn't have to. */
export function prefetchQuery<R extends ReadRoute>(route: R, ...address: Optional<ApiAddress<R>>): void {
  const url = apiUrl(route, ...address);
  if (!cache.getState()[url]) void fetchQuery(queryOf(route, url));
}

/** Stores an answer known without a request; an invalidation fetches it again. */
export function setQueryData<R extends ReadRoute>(
  route: R,
  data: ApiAnswer<R> | null,
  ...address: Optional<ApiAddress<R>>
): void {
  const url = apiUrl(route, ...address);
  queryOf(route, url);
  storeState(url, readyState(data));
}

/** Fetches every address of these routes again, and drops the answers without a reader. */
export function invalidateQueries(...routes: (ReadRoute | RouteGroup)[]): Promise<void> {
  return fetchAgain(({ route }) =>
    routes.some((each) => each === route || (each.endsWith('*') && route.startsWith(each.slice(0, -1)))),
  );
}

/** Drops all answers, as after a logout, and fetches those with a reader again. */
export function resetQueries(): Promise<void> {
  cache.setState({}, true);
  return fetchAgain(() => true);
}

/** The user comes first: a page that only a signed-in user sees is gone when the user is, and asks for nothing. */
async function fetchAgain(isMeant: (query: Query) => boolean): Promise<void> {
  const isUser = ({ route }: Query) => route === 'GET /api/auth/user';
  const meant = [...queries.values()].filter(isMeant);
  await Promise.all(meant.filter(isUser).map(fetchRead));
  await Promise.all(meant.filter((query) => !isUser(query)).map(fetchRead));
}

async function fetchRead(query: Query): Promise<void> {
  if (query.readers > 0) await fetchQuery(query);
  else removeQuery(query);
}

async function fetchQuery(query: Query): Promise<void> {
  const { url } = query;
  query.lastRequest += 1;
  const request = query.lastRequest;
  storeState(url, { state: 'loading', data: cache.getState()[url]?.data, error: null });
  const answer = await ask(query);
  if (query.lastRequest === request) storeState(url, answer);
}

async function ask({ url, sent, nullOn401 }: Query): Promise<QueryState<unknown>> {
  try {
    const opened = takeOpenedLink(url);
    return readyState(
      opened ? await readAnswer(await opened) : await fetchJson(url, { headers: headersOf(sent) }),
    );
  } catch (error) {
    if (nullOn401 && error instanceof ApiError && error.status === 401) return readyState(null);
    return { state: 'failed', data: undefined, error: error as Error };
  }
}

function readyState<T>(data: T): QueryState<T> {
  return { state: 'ready', data, error: null };
}

function storeState(url: string, answer: QueryState<unknown>): void {
  cache.setState({ [url]: answer });
}

function removeQuery(query: Query): void {
  query.lastRequest += 1;
  queries.delete(query.url);
  const { [query.url]: _, ...rest } = cache.getState();
  cache.setState(rest, true);
}
