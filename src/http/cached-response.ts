/** A response whose body and headers are computed once. Each encoding has its own ETag. */
export class CachedResponse {
  /** A blob, because bytes would be copied for every response. */
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
      encoding?: 'br' | 'gzip';
      vary?: string;
      status?: number;
      /** Answers a Range request with a part of the body. */
      acceptRanges?: boolean;
    },
  ) {
    this.#acceptRanges = options.acceptRanges === true;
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

  /** The whole body, the range that the client asks for, or 304 when the client has it. */
  toResponse(request: Request): Response {
    if (request.headers.get('if-none-match') === this.#etag) return new Response(null, this.#notModifiedInit);
    const rangeResponse = this.#acceptRanges ? this.#rangeResponse(request) : null;
    return rangeResponse ?? new Response(this.#body, this.#okInit);
  }

  /** One byte range (RFC 9110, section 14); null for the whole body. */
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
