import { CachedResponse } from './cached-response.ts';
import {
  COMPRESSION_MIN_BYTES,
  type ContentEncoding,
  compress,
  preferredEncoding,
} from './content-encoding.ts';
import { addressOf, queryOf } from './request-url.ts';

/** A day of each of a few courts, for the days that are asked for most. */
const MAX_KEPT = 200;

/** JSON answers for anyone that browsers revalidate by their ETag. */
export class JsonResponseCache {
  readonly #headers: () => Record<string, string>;
  readonly #fresh: () => Map<string, CachedResponse>;

  /** `fresh` returns the same map while no answer can have changed. */
  constructor(headers: () => Record<string, string>, fresh: () => Map<string, CachedResponse>) {
    this.#headers = headers;
    this.#fresh = fresh;
  }

  /** `answer` may depend on nothing but the request's address, by which its response is found again. */
  respond(request: Request, answer: (query: URLSearchParams) => unknown): CachedResponse {
    const encoding = preferredEncoding(request);
    const fresh = this.#fresh();
    const name = `${encoding} ${addressOf(request)}`;
    const kept = fresh.get(name);
    if (kept) return kept;
    const response = this.#create(answer(queryOf(request)), encoding);
    if (fresh.size >= MAX_KEPT) fresh.clear();
    fresh.set(name, response);
    return response;
  }

  #create(answer: unknown, encoding: ContentEncoding): CachedResponse {
    const text = JSON.stringify(answer);
    const options = {
      headers: { ...this.#headers(), 'cache-control': 'no-cache' },
      type: 'application/json',
    };
    if (text.length < COMPRESSION_MIN_BYTES) return new CachedResponse(text, options);
    const vary = 'accept-encoding';
    if (encoding === 'identity') return new CachedResponse(text, { ...options, vary });
    return new CachedResponse(compress(text, encoding), { ...options, vary, encoding });
  }
}
