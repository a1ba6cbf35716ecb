import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { ApiError, call } from './api.ts';

/**
 * What the server said, by URL. Answers are kept until our own writes invalidate them: no refetch by
 * itself, none on focus, no retries.
 */
export interface Answer<T> {
  state: 'loading' | 'ready' | 'failed';
  /** Kept while a newer answer is on its way. */
  data: T | undefined;
  error: Error | null;
}

export type Key = readonly (string | number)[];

const IDLE: Answer<never> = { state: 'loading', data: undefined, error: null };
const cache = createStore<Record<string, Answer<unknown>>>(() => ({}));
const wanted = new Map<string, { url: string; nullOn401: boolean; readers: number }>();
const flights = new Map<string, number>();
let flightCount = 0;

/** The URL of a key: its segments joined with slashes. */
export function urlOf(key: Key): string {
  return key.join('/');
}

/** Reads `key` from the server once and again after each invalidation. A null key reads nothing. */
export function useQuery<T>(key: Key | null, options: { nullOn401?: boolean } = {}): Answer<T> {
  const url = key ? urlOf(key) : '';
  const nullOn401 = options.nullOn401 === true;
  useEffect(() => {
    if (!url) return;
    const entry = wanted.get(url) ?? { url, nullOn401, readers: 0 };
    entry.readers += 1;
    wanted.set(url, entry);
    if (!cache.getState()[url]) void load(url, nullOn401);
    return () => {
      entry.readers -= 1;
    };
  }, [url, nullOn401]);
  return useStore(cache, (answers) => (url && answers[url]) || IDLE) as Answer<T>;
}

/** Says what the server would say to `key`, known from elsewhere; asked again like any other answer. */
export function foretell(key: Key, data: unknown): void {
  put(urlOf(key), { state: 'ready', data, error: null });
}

/** Asks again for every key that starts with `prefix`; answers nobody looks at are forgotten. */
export function invalidate(prefix = ''): Promise<void> {
  const loads: Promise<void>[] = [];
  for (const url of Object.keys(cache.getState())) {
    if (!url.startsWith(prefix)) continue;
    const entry = wanted.get(url);
    if (entry && entry.readers > 0) loads.push(load(url, entry.nullOn401));
    else drop(url);
  }
  return Promise.all(loads).then(() => {});
}

/** Forgets everything, as after a logout; what is on the screen is asked for again. */
export function clearCache(): Promise<void> {
  for (const [url, entry] of wanted) if (entry.readers === 0) drop(url);
  const shown = [...wanted.values()].filter((entry) => entry.readers > 0);
  cache.setState({}, true);
  return Promise.all(shown.map((entry) => load(entry.url, entry.nullOn401))).then(() => {});
}

async function load(url: string, nullOn401: boolean): Promise<void> {
  flightCount += 1;
  const flight = flightCount;
  flights.set(url, flight);
  put(url, { state: 'loading', data: cache.getState()[url]?.data, error: null });
  try {
    const data = await call<unknown>('GET', url);
    if (flights.get(url) === flight) put(url, { state: 'ready', data, error: null });
  } catch (error) {
    if (flights.get(url) !== flight) return;
    if (nullOn401 && error instanceof ApiError && error.status === 401) {
      put(url, { state: 'ready', data: null, error: null });
    } else put(url, { state: 'failed', data: undefined, error: error as Error });
  }
}

function put(url: string, answer: Answer<unknown>): void {
  cache.setState({ [url]: answer });
}

function drop(url: string): void {
  const { [url]: _, ...rest } = cache.getState();
  cache.setState(rest, true);
}
