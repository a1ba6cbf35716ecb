/**
 * An answer whose bytes and headers were made before anybody asked. Each encoding has its own tag, so a
 * cache never mixes them up.
 */
export class ReadyAnswer {
  /** A blob is handed out as it is; bytes would be copied for every answer. */
  readonly #body: Blob | string;
  readonly #tag: string;
  readonly #full: ResponseInit;
  readonly #unchanged: ResponseInit;

  constructor(
    bytes: Uint8Array<ArrayBuffer> | string,
    options: {
      headers: Record<string, string>;
      type: string;
      encoding?: 'br';
      vary?: string;
      status?: number;
    },
  ) {
    this.#body = typeof bytes === 'string' ? bytes : new Blob([bytes]);
    this.#tag = `"${Bun.hash(bytes).toString(36)}"`;
    const shared = new Headers(options.headers);
    shared.set('etag', this.#tag);
    if (options.vary) shared.set('vary', options.vary);
    this.#unchanged = { status: 304, headers: shared };
    const headers = new Headers(shared);
    headers.set('content-type', options.type);
    if (options.encoding) headers.set('content-encoding', options.encoding);
    this.#full = { status: options.status ?? 200, headers };
  }

  /** The answer to this request: all of it, or 304 for who has it already. */
  to(request: Request): Response {
    return request.headers.get('if-none-match') === this.#tag
      ? new Response(null, this.#unchanged)
      : new Response(this.#body, this.#full);
  }
}

/** Answers a request at once when everything it takes is in memory; null: let the routes do it. */
export type ReadyLane = (request: Request, path: string) => Response | null;

export function wantsBrotli(request: Request): boolean {
  return /\bbr\b/.test(request.headers.get('accept-encoding') ?? '');
}
