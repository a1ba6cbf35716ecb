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

/** JSON answers for anyone that browsers revalidate by their ETag; a text is compressed once. */
export class JsonResponseCache {
  readonly #headers: () => Record<string, string>;
  readonly #fresh: () => Map<string, CachedResponse>;
  readonly #kept = new Map<string, { text: string; bytes: Uint8Array<ArrayBuffer> }>();

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
    const response = this.#create(name, answer(queryOf(request)), encoding);
    if (fresh.size >= MAX_KEPT) fresh.clear();
    fresh.set(name, response);
    return response;
  }

  #create(name: string, answer: unknown, encoding: ContentEncoding): CachedResponse {
    const text = JSON.stringify(answer);
    const options = {
      headers: { ...this.#headers(), 'cache-control': 'no-cache' },
      type: 'application/json',
    };
    if (text.length < COMPRESSION_MIN_BYTES) return new CachedResponse(text, options);
    const vary = 'accept-encoding';
    if (encoding === 'identity') return new CachedResponse(text, { ...options, vary });
    const bytes = this.#compressed(name, text, encoding);
    return new CachedResponse(bytes, { ...options, vary, encoding });
  }

  #compressed(name: string, text: string, encoding: 'br' | 'gzip'): Uint8Array<ArrayBuffer> {
    const kept = this.#kept.get(name);
    if (kept?.text === text) return kept.bytes;
    const bytes = compress(text, encoding);
    this.#kept.delete(name);
    this.#kept.set(name, { text, bytes });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return bytes;
  }
}
