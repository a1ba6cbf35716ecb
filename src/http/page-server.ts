import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { Elysia } from 'elysia';
import type { PageContent, PageData } from '../domain/page-data.ts';
import { CachedResponse } from './cached-response.ts';
import { acceptsBrotli } from './content-encoding.ts';
import { pathOf, queryOf, searchOf, trimTrailingSlashes } from './request-url.ts';
import { type InlineHashes, withInlineHashes } from './security-headers.ts';
import type { SessionGuard } from './session-guard.ts';

/** A built file inside the executable, or on disk in development. */
export interface EmbeddedAsset {
  type: string;
  file: string;
  /** True when the file is stored compressed; the server unpacks it for clients without Brotli. */
  brotli: boolean;
}

export interface RenderedPage {
  status: number;
  text: string;
  type: string;
  /** Hashes of the page's inline style sheets, which the content security policy must allow. */
  inlineHashes: InlineHashes;
  /** A `Link` header of what the browser may fetch before the page has arrived. */
  link: string;
  /** The page's address may carry a secret. */
  noReferrer?: boolean;
}

/** The built React client, as `scripts/build.ts` leaves it. */
export interface EmbeddedClient {
  /** By URL path. */
  assets: Record<string, EmbeddedAsset>;
  /** The path that pages drawn alike share, as all unknown ones do; and what the page shows beside the club. */
  resolvePage(path: string): Promise<{ path: string; content: PageContent | null }>;
  /** The HTML document or the generated file of a path; `status` is 404 when the path has neither. */
  renderPage(path: string, data: PageData): Promise<RenderedPage>;
}

/** A page drawn from `dataJson`. */
interface DrawnPage {
  dataJson: string;
  responses: Promise<EncodedResponses>;
}

export interface EncodedResponses {
  identity: CachedResponse;
  br: CachedResponse;
}

const CACHE_IMMUTABLE = 'public, max-age=31536000, immutable';
const CACHE_REVALIDATE = 'no-cache';
/** All pages for guests and others, and those of a week's days on five courts. */
const MAX_PAGES = 150;
/** Above it the first page after a start takes 180 ms more of the processor, to become 2 % smaller. */
const PAGE_BROTLI_QUALITY = 5;

export interface DrawnContent {
  variant: string;
  data: Partial<PageData>;
  /** False where every address has a drawing of its own: it is made for one answer. */
  kept?: false;
}

interface PageServerOptions {
  client: EmbeddedClient;
  pageData: () => PageData;
  /** What a page shows beside the club; addresses with the same `variant` share their drawing. */
  contentOf: (content: PageContent, path: string, query: URLSearchParams) => DrawnContent;
  /** The same map while no page can have changed, nor its headers. */
  fresh: () => Map<string, EncodedResponses>;
  /** What the page of this visitor has beside the club's: guests share one drawing, and so do admins. */
  viewerOf: (request: Request, path: string) => DrawnContent;
  /** The same object until the headers change. */
  headers: () => Record<string, string>;
}

/** Serves files from memory, and pages rendered once for each path and state of the page data. */
export class PageServer {
  readonly #options: PageServerOptions;
  readonly #files = new Map<string, EncodedResponses>();
  readonly #pages = new Map<string, DrawnPage>();
  /** A drawing for one answer is under way. */
  #isDrawing = false;
  #headers: Record<string, string> = {};

  constructor(options: PageServerOptions) {
    this.#options = options;
  }

  /** The file or page of a path, loaded or rendered when it is not in memory. */
  async respond(request: Request, requestPath: string): Promise<CachedResponse> {
    const { client } = this.#options;
    const asset = Object.hasOwn(client.assets, requestPath) ? client.assets[requestPath] : undefined;
    if (asset) {
      this.#forgetResponsesWithOldHeaders();
      const file = this.#files.get(requestPath) ?? (await this.#loadAsset(requestPath, asset));
      return selectEncoding(request, file);
    }
    // All unknown paths share one page, because rendering costs a hundred times as much as responding.
    const viewer = this.#options.viewerOf(request, requestPath);
    const fresh = this.#options.fresh();
    const address = `${viewer.variant} ${requestPath} ${searchOf(request)}`;
    let page = fresh.get(address);
    if (!page) {
      this.#forgetResponsesWithOldHeaders();
      const { path, content } = await client.resolvePage(requestPath);
      const drawn = content && this.#options.contentOf(content, requestPath, queryOf(request));
      if (drawn?.kept === false && !this.#isDrawing) {
        return selectEncoding(request, await this.#drawOnce(path, this.#dataOf(viewer, drawn)));
      }
      // While another one is drawn, the browser adds what the address names.
      page = await this.#currentPage(path, viewer, drawn?.kept === false ? null : drawn);
      if (drawn?.kept === false) return selectEncoding(request, page);
    }
    if (fresh.size >= MAX_PAGES) fresh.clear();
    fresh.set(address, page);
    return selectEncoding(request, page);
  }

  #dataOf(viewer: DrawnContent, drawn: DrawnContent | null): PageData {
    return { ...this.#options.pageData(), ...viewer.data, ...drawn?.data };
  }

  #currentPage(path: string, viewer: DrawnContent, drawn: DrawnContent | null): Promise<EncodedResponses> {
    return this.#page(`${viewer.variant} ${path} ${drawn?.variant ?? ''}`, path, this.#dataOf(viewer, drawn));
  }

  /** One at a time, so that made-up addresses cannot take the whole processor. */
  async #drawOnce(path: string, data: PageData): Promise<EncodedResponses> {
    this.#isDrawing = true;
    try {
      return await this.#renderPage(path, data);
    } finally {
      this.#isDrawing = false;
    }
  }

  /** The page of a key, drawn again when its data has changed; requests at the same time share one drawing. */
  #page(key: string, path: string, data: PageData): Promise<EncodedResponses> {
    const dataJson = JSON.stringify(data);
    const drawn = this.#pages.get(key);
    if (drawn?.dataJson === dataJson) return drawn.responses;
    const responses = this.#renderPage(path, data);
    const page = { dataJson, responses };
    this.#pages.delete(key);
    this.#pages.set(key, page);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > MAX_PAGES && oldest !== undefined) this.#pages.delete(oldest);
    // A failed drawing may be tried again.
    responses.catch(() => this.#pages.get(key) === page && this.#pages.delete(key));
    return responses;
  }

  #forgetResponsesWithOldHeaders(): void {
    const headers = this.#options.headers();
    if (headers === this.#headers) return;
    this.#headers = headers;
    this.#files.clear();
    this.#pages.clear();
  }

  async #loadAsset(path: string, asset: EmbeddedAsset): Promise<EncodedResponses> {
    const bytes = await Bun.file(asset.file).bytes();
    const headers = {
      ...this.#headers,
      'cache-control': hasContentHash(path) ? CACHE_IMMUTABLE : CACHE_REVALIDATE,
    };
    const responseOptions = {
      headers,
      type: asset.type,
      vary: asset.brotli ? 'accept-encoding' : '',
    };
    const identity = new CachedResponse(
      asset.brotli ? new Uint8Array(brotliDecompressSync(bytes)) : bytes,
      responseOptions,
    );
    const br = asset.brotli ? new CachedResponse(bytes, { ...responseOptions, encoding: 'br' }) : identity;
    this.#files.set(path, { identity, br });
    return { identity, br };
  }

  async #renderPage(path: string, data: PageData): Promise<EncodedResponses> {
    const page = await this.#options.client.renderPage(path, data);
    const { status, text, type, inlineHashes, link } = page;
    const bytes = new TextEncoder().encode(text);
    const headers = {
      ...withInlineHashes(this.#headers, inlineHashes),
      'cache-control': CACHE_REVALIDATE,
      ...(link ? { link } : {}),
      ...(page.noReferrer ? { 'referrer-policy': 'no-referrer' } : {}),
    };
    const responseOptions = { headers, type, vary: 'accept-encoding, cookie', status };
    const compressed = new Uint8Array(
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: PAGE_BROTLI_QUALITY } }),
    );
    return {
      identity: new CachedResponse(bytes, responseOptions),
      br: new CachedResponse(compressed, { ...responseOptions, encoding: 'br' }),
    };
  }
}

/** The route of files and pages that are not in memory. */
export function pageRoutes(deps: {
  guard: SessionGuard;
  pages: PageServer;
  /** Answers unknown paths below /api, which this route also matches. */
  notFound: (context: { path: string }) => never;
}) {
  return new Elysia({ name: 'pages' }).use(deps.guard).get(
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
