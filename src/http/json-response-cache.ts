import { CachedResponse } from './cached-response.ts';
import {
  COMPRESSION_MIN_BYTES,
  type ContentEncoding,
  compress,
  preferredEncoding,
} from './content-encoding.ts';
import { addressOf, queryOf } from './request-url.ts';

/** A day of each of a few courts, for the most requested days. */
const MAX_KEPT = 200;

/** Public JSON answers that browsers revalidate by ETag. */
export class JsonResponseCache {
  readonly #headers: () => Record<string, string>;
  readonly #fresh: () => Map<string, CachedResponse>;

  /** `fresh` returns the same map for as long as no answer can have changed. */
  constructor(headers: () => Record<string, string>, fresh: () => Map<string, CachedResponse>) {
    this.#headers = headers;
    this.#fresh = fresh;
  }

  /** `answer` may depend only on the request's address, which is the cache key. */
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
