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
    this.failure = readFailure(text);
  }
}

/** The sentence to show for whatever went wrong; `otherwise` when the server gave none. */
export function sentenceOf(error: unknown, otherwise: string): string {
  return (error instanceof ApiError && error.failure?.error) || otherwise;
}

interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Calls the club's API with the visitor's cookies and reads JSON. Throws `ApiError` on any other answer. */
export async function call<T>(method: string, url: string, options: CallOptions = {}): Promise<T> {
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

function readFailure(text: string): FailureBody | null {
  try {
    const body = JSON.parse(text) as FailureBody | null;
    return typeof body?.error === 'string' ? body : null;
  } catch {
    return null;
  }
}
