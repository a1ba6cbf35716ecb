import type { FailureBody } from '../../src/domain/failure.ts';

/** A failed call: `message` is "status: body", as every screen may show it. */
export class ApiError extends Error {
  readonly status: number;
  /** The server's own words, when it spoke ours. */
  readonly failure: FailureBody | null;

  constructor(status: number, text: string, statusText: string) {
    super(`${status}: ${text || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    this.failure = parseFailure(text);
  }
}

/** The sentence to show for whatever went wrong; `otherwise` when the server gave none. */
export function errorMessage(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.failure?.error) || fallback;
}

interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Calls the club's API with the visitor's cookies and reads JSON. Throws `ApiError` on any other answer. */
export async function callApi<T>(method: string, url: string, options: CallOptions = {}): Promise<T> {
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers };
  const init: RequestInit = { method, headers, credentials: 'include' };
  if (options.signal) init.signal = options.signal;
  if (options.body instanceof FormData || options.body instanceof Blob) init.body = options.body;
  else if (options.body !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(options.body);
  }
  const response = await fetch(url, init);
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
