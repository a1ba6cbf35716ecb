/** A response whose body and headers are computed once. Each encoding has its own ETag. */
export class CachedResponse {
  /** A blob, because bytes would be copied for each response. */
  readonly #body: Blob | string;
  readonly #etag: string;
  readonly #okInit: ResponseInit;
  readonly #notModifiedInit: ResponseInit;

  constructor(
    bytes: Uint8Array<ArrayBuffer> | string,
    options: {
      headers: Record<string, string>;
      type: string;
      encoding?: 'br' | 'gzip';
      vary?: string;
      status?: number;
    },
  ) {
    this.#body = typeof bytes === 'string' ? bytes : new Blob([bytes]);
    this.#etag = `"${Bun.hash(bytes).toString(36)}"`;
    const commonHeaders = new Headers(options.headers);
    commonHeaders.set('etag', this.#etag);
    if (options.vary) commonHeaders.set('vary', options.vary);
    this.#notModifiedInit = { status: 304, headers: commonHeaders };
    const headers = new Headers(commonHeaders);
    headers.set('content-type', options.type);
    if (options.encoding) headers.set('content-encoding', options.encoding);
    this.#okInit = { status: options.status ?? 200, headers };
  }

  /** The body, or 304 if the client already has it. */
  toResponse(request: Request): Response {
    if (request.headers.get('if-none-match') === this.#etag) return new Response(null, this.#notModifiedInit);
    return new Response(this.#body, this.#okInit);
  }
}
