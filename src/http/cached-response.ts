/**
 * An answer whose bytes and headers were made before anybody asked. Each encoding has its own tag, so a
 * cache never mixes them up.
 */
export class CachedResponse {
  /** A blob is handed out as it is; bytes would be copied for every answer. */
  readonly #body: Blob | string;
  readonly #etag: string;
  readonly #okInit: ResponseInit;
  readonly #notModifiedInit: ResponseInit;
  readonly #acceptRanges: boolean;

  constructor(
    bytes: Uint8Array<ArrayBuffer> | string,
    options: {
      headers: Record<string, string>;
      type: string;
      encoding?: 'br';
      vary?: string;
      status?: number;
      /** Who lost the connection may ask for the rest. */
      parts?: boolean;
    },
  ) {
    this.#acceptRanges = options.parts === true;
    this.#body = typeof bytes === 'string' ? bytes : new Blob([bytes]);
    this.#etag = `"${Bun.hash(bytes).toString(36)}"`;
    const commonHeaders = new Headers(options.headers);
    commonHeaders.set('etag', this.#etag);
    if (options.vary) commonHeaders.set('vary', options.vary);
    if (this.#acceptRanges) commonHeaders.set('accept-ranges', 'bytes');
    this.#notModifiedInit = { status: 304, headers: commonHeaders };
    const headers = new Headers(commonHeaders);
    headers.set('content-type', options.type);
    if (options.encoding) headers.set('content-encoding', options.encoding);
    this.#okInit = { status: options.status ?? 200, headers };
  }

  /** The answer to this request: all of it, the part it asks for, or 304 for who has it already. */
  toResponse(request: Request): Response {
    if (request.headers.get('if-none-match') === this.#etag) return new Response(null, this.#notModifiedInit);
    const rangeResponse = this.#acceptRanges ? this.#rangeResponse(request) : null;
    return rangeResponse ?? new Response(this.#body, this.#okInit);
  }

  /** One range of bytes (RFC 9110, section 14); null: all of it. */
  #rangeResponse(request: Request): Response | null {
    const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get('range') ?? '') ?? [];
    const ifRange = request.headers.get('if-range');
    if ((!first && !last) || typeof this.#body === 'string' || (ifRange && ifRange !== this.#etag))
      return null;
    const { size } = this.#body;
    const from = first ? Number(first) : Math.max(0, size - Number(last));
    const to = first && last ? Math.min(Number(last), size - 1) : size - 1;
    if (first && last && Number(last) < from) return null;
    const headers = new Headers(this.#okInit.headers);
    if (from >= size) {
      headers.set('content-range', `bytes */${size}`);
      return new Response(null, { status: 416, headers });
    }
    headers.set('content-range', `bytes ${from}-${to}/${size}`);
    return new Response(this.#body.slice(from, to + 1), { status: 206, headers });
  }
}

/** Answers a request at once when everything it takes is in memory; null: let the routes do it. */
export type FastPath = (request: Request, path: string) => Response | null;

export function acceptsBrotli(request: Request): boolean {
  return /\bbr\b/.test(request.headers.get('accept-encoding') ?? '');
}
