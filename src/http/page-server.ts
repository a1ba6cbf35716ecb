import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { Elysia } from 'elysia';
import type { PageData } from '../domain/club.ts';
import { acceptsBrotli, CachedResponse, type FastPath } from './cached-response.ts';
import { pathOf, trimTrailingSlashes } from './request-path.ts';
import { withStyleHashes } from './security-headers.ts';
import type { SessionGuard } from './session-guard.ts';

/** One built file: where it lies inside the executable (or on disk in development). */
export interface EmbeddedAsset {
  type: string;
  file: string;
  /** It is kept compressed only; who cannot read that gets it unpacked. */
  brotli: boolean;
}

export interface RenderedPage {
  status: number;
  text: string;
  type: string;
  /** Of the style sheets inside a page: the content policy must allow them. */
  styleHashes: readonly string[];
  /** What a browser may fetch while the page is still on its way, as a `Link` header. */
  link: string;
}

/** The built React client, as `scripts/build.ts` leaves it. */
export interface EmbeddedClient {
  /** By URL path. */
  assets: Record<string, EmbeddedAsset>;
  /** The path whose page stands at `path`: itself, or one for all the addresses where there is nothing. */
  resolvePagePath(path: string): Promise<string>;
  /**
   * The complete HTML document of a path, or the file made from the club's facts that stands there;
   * `status` is 404 for a path without either.
   */
  renderPage(path: string, data: PageData): Promise<RenderedPage>;
}

interface EncodedResponses {
  identity: CachedResponse;
  br: CachedResponse;
}

const CACHE_IMMUTABLE = 'public, max-age=31536000, immutable';
const CACHE_REVALIDATE = 'no-cache';

interface PageServerOptions {
  client: EmbeddedClient;
  pageData: () => PageData;
  /** True for a request without a session cookie. Its page says so, which spares the visitor a question. */
  isGuest: (request: Request) => boolean;
  headers: Record<string, string>;
}

/**
 * Serves the client: files from memory, pages drawn once for each path and state of the club's facts.
 * `headers` go with every answer.
 */
export class PageServer {
  readonly #options: PageServerOptions;
  readonly #files = new Map<string, EncodedResponses>();
  readonly #pages = new Map<string, EncodedResponses>();
  #renderedFrom: PageData | undefined;
  #renderedDataJson = '';

  constructor(options: PageServerOptions) {
    this.#options = options;
  }

  /** What was asked for before is answered from here, without a route. */
  readonly fastPath: FastPath = (request, path) => {
    this.#evictStalePages();
    const cached = this.#files.get(path) ?? this.#pages.get(this.#cacheKey(request, path));
    return cached ? selectEncoding(request, cached).toResponse(request) : null;
  };

  /** The file or page at an address, made now if need be. */
  async respond(request: Request, requestPath: string): Promise<Response> {
    const { client } = this.#options;
    const asset = Object.hasOwn(client.assets, requestPath) ? client.assets[requestPath] : undefined;
    if (asset) return selectEncoding(request, await this.#loadAsset(requestPath, asset)).toResponse(request);
    // Unknown addresses are endless, and drawing costs a hundred times what answering does: they share one.
    const pagePath = await client.resolvePagePath(requestPath);
    this.#evictStalePages();
    const cached = this.#pages.get(this.#cacheKey(request, pagePath));
    return selectEncoding(request, cached ?? (await this.#renderPage(request, pagePath))).toResponse(request);
  }

  #cacheKey(request: Request, path: string): string {
    return this.#options.isGuest(request) ? `guest ${path}` : path;
  }

  async #loadAsset(path: string, asset: EmbeddedAsset): Promise<EncodedResponses> {
    const bytes = await Bun.file(asset.file).bytes();
    const headers = {
      ...this.#options.headers,
      'cache-control': hasContentHash(path) ? CACHE_IMMUTABLE : CACHE_REVALIDATE,
    };
    const responseOptions = {
      headers,
      type: asset.type,
      vary: asset.brotli ? 'accept-encoding' : '',
      parts: !asset.brotli,
    };
    const identity = new CachedResponse(
      asset.brotli ? new Uint8Array(brotliDecompressSync(bytes)) : bytes,
      responseOptions,
    );
    const br = asset.brotli ? new CachedResponse(bytes, { ...responseOptions, encoding: 'br' }) : identity;
    this.#files.set(path, { identity, br });
    return { identity, br };
  }

  async #renderPage(request: Request, path: string): Promise<EncodedResponses> {
    const data = this.#options.pageData();
    const key = this.#cacheKey(request, path);
    const pageData = key === path ? data : { ...data, guest: true };
    const { status, text, type, styleHashes, link } = await this.#options.client.renderPage(path, pageData);
    const bytes = new TextEncoder().encode(text);
    const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: status === 200 ? 9 : 4 };
    const headers = {
      ...withStyleHashes(this.#options.headers, styleHashes),
      'cache-control': CACHE_REVALIDATE,
      ...(link ? { link } : {}),
    };
    const responseOptions = { headers, type, vary: 'accept-encoding, cookie', status };
    const compressed = new Uint8Array(brotliCompressSync(bytes, { params: brotliParams }));
    const page = {
      identity: new CachedResponse(bytes, responseOptions),
      br: new CachedResponse(compressed, { ...responseOptions, encoding: 'br' }),
    };
    // A page drawn from facts that changed meanwhile is old already.
    if (data === this.#renderedFrom) this.#pages.set(key, page);
    return page;
  }

  #evictStalePages(): void {
    const data = this.#options.pageData();
    if (data === this.#renderedFrom) return;
    // A booking renews the data without changing it; only other facts make the pages old.
    const text = JSON.stringify(data);
    if (text !== this.#renderedDataJson) this.#pages.clear();
    this.#renderedFrom = data;
    this.#renderedDataJson = text;
  }
}

/** The way to everything of the client that is not in memory yet. */
export function pageRoutes(deps: {
  guard: SessionGuard;
  pages: PageServer;
  /** Refuses what begins with /api: a GET that no route there takes ends up here. */
  notFound: (context: { path: string }) => never;
}) {
  return new Elysia({ name: 'client' }).use(deps.guard).get(
    '/*',
    ({ request }) => {
      const path = trimTrailingSlashes(pathOf(request));
      if (/^\/api(\/|$)/.test(path)) return deps.notFound({ path });
      return deps.pages.respond(request, path);
    },
    { access: 'anyone' },
  );
}

function selectEncoding(request: Request, page: EncodedResponses): CachedResponse {
  return acceptsBrotli(request) ? page.br : page.identity;
}

function hasContentHash(path: string): boolean {
  return path.startsWith('/assets/') || /^\/pictures\/[0-9a-z]{8,}\//.test(path);
}
