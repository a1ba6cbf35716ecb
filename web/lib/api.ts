import type { API, ApiAnswer, ApiBody, ApiParams, ApiRoute } from '../../src/domain/api.ts';
import type { FailureBody } from '../../src/domain/failure.ts';
import { learnTime } from './server-time.ts';
import { type BookingRef, bookingKeyHeader } from './stored-booking-keys.ts';

/** A failed call; `message` is "status: body". */
export class ApiError extends Error {
  readonly status: number;
  /** The server's error body, if there is one. */
  readonly failure: FailureBody | null;
  /** Whether the club's server answered, and not a proxy in its place. */
  readonly isFromClub: boolean;

  constructor(status: number, text: string, statusText: string) {
    super(`${status}: ${text || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    this.failure = parseFailure(text);
    this.isFromClub = text.startsWith('{');
  }
}

/** The server's error message, otherwise `fallback`. */
export function errorMessage(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.failure?.error) || fallback;
}

type Params<R extends ApiRoute> = [ApiParams<R>] extends [never]
  ? { params?: undefined }
  : { params: Record<ApiParams<R>, string | number> };
type Query<R extends ApiRoute> = (typeof API)[R] extends { query: readonly (infer Name extends string)[] }
  ? { query?: Partial<Record<Name, string | number | undefined>> }
  : { query?: undefined };
type Body<R extends ApiRoute> = [ApiBody<R>] extends [never]
  ? { body: FormData | Blob }
  : ApiBody<R> extends undefined
    ? { body?: Record<string, never> }
    : { body: ApiBody<R> };

/** A route's path parameters and search parameters. */
export type ApiAddress<R extends ApiRoute> = Params<R> & Query<R>;
/** A route about one booking or payer. */
type KeyedRoute = Extract<ApiRoute, `${string} /api/${'booking' | 'payers'}/:id${string}`>;

export interface SentHeaders {
  headers?: Record<string, string> | undefined;
  /** Whose key this browser sends, if it knows one; null where the session alone decides. */
  keyOf?: BookingRef | null | undefined;
}

/** What a call sends beside its address and body. */
export type ApiHeaders<R extends ApiRoute> = R extends KeyedRoute
  ? SentHeaders & Required<Pick<SentHeaders, 'keyOf'>>
  : Omit<SentHeaders, 'keyOf'>;
type CallOptions<R extends ApiRoute> = ApiAddress<R> & Body<R> & ApiHeaders<R> & { signal?: AbortSignal };

/** Makes `options` optional if it has no required members. */
export type Optional<T> = object extends T ? [options?: T] : [options: T];

/** A route's URL; search parameters without a value are left out. */
export function apiUrl<R extends ApiRoute>(route: R, ...[address]: Optional<ApiAddress<R>>): string {
  return buildUrl(route, address);
}

/** Calls the API with the visitor's cookies and parses the JSON answer; throws `ApiError` on an error status. */
export function callApi<R extends ApiRoute>(
  route: R,
  ...[options]: Optional<CallOptions<R>>
): Promise<ApiAnswer<R>> {
  const {
    body,
    signal = null,
    ...sent
  } = (options ?? {}) as {
    body?: unknown;
    signal?: AbortSignal;
  } & SentHeaders;
  const isFile = body instanceof FormData || body instanceof Blob;
  const isJson = body !== undefined && !isFile;
  const send = () =>
    fetchJson<ApiAnswer<R>>(buildUrl(route, options), {
      method: route.slice(0, route.indexOf(' ')),
      headers: { ...(isJson && { 'content-type': 'application/json' }), ...headersOf(sent) },
      body: isJson ? JSON.stringify(body) : isFile ? body : null,
      signal,
    });
  return send().catch(async (error: unknown) => {
    const needsReauthentication =
      error instanceof ApiError && error.failure?.reason === 'reauthentication_required';
    if (needsReauthentication && promptReauthentication && (await promptReauthentication())) return send();
    throw error;
  });
}

/** Has the user authenticate again before a risky action is resent; resolves to whether it worked. */
let promptReauthentication: (() => Promise<boolean>) | null = null;

/** Returns a function that removes it. If the next page has already set its own prompt, that one stays. */
export function setReauthenticationPrompt(prompt: () => Promise<boolean>): () => void {
  promptReauthentication = prompt;
  return () => {
    if (promptReauthentication === prompt) promptReauthentication = null;
  };
}

/**
 * For anything that isn't an API call, such as a download: true if the user authenticated recently or does so now.
 */
export async function requireReauthentication(): Promise<boolean> {
  const { recent } = await callApi('GET /api/auth/reauthenticate');
  return recent || (promptReauthentication !== null && (await promptReauthentication()));
}

export function headersOf({ headers, keyOf }: SentHeaders): Record<string, string> {
  return { ...bookingKeyHeader(keyOf ?? null), ...headers };
}

function buildUrl(route: string, address: unknown): string {
  const { params = {}, query = {} } = (address ?? {}) as {
    params?: Record<string, string | number>;
    query?: Record<string, string | number | undefined>;
  };
  const path = route
    .slice(route.indexOf(' ') + 1)
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Fetches JSON from a URL on this site; throws `ApiError` on an error status. */
export async function fetchJson<T>(url: string, init: RequestInit = {}): Promise<T> {
  const headers = { accept: 'application/json', ...(init.headers as Record<string, string>) };
  const response = await fetch(url, { credentials: 'include', ...init, headers });
  learnTime(response.headers);
  return readAnswer<T>(response);
}

/** Parses a JSON answer; throws `ApiError` on an error status. */
export async function readAnswer<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, text, response.statusText);
  return (text ? JSON.parse(text) : null) as T;
}

function parseFailure(text: string): FailureBody | null {
  try {
    const body = JSON.parse(text) as FailureBody | null;
    return typeof body?.error === 'string' ? body : null;
  } catch {
    return null;
  }
}
