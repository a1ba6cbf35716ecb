import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { Elysia } from 'elysia';
import type { PageContent, PageData } from '../domain/page-data.ts';
import { CachedResponse } from './cached-response.ts';
import { acceptsBrotli } from './content-encoding.ts';
import { pathOf, queryOf, trimTrailingSlashes } from './request-url.ts';
import { type InlineHashes, withInlineHashes } from './security-headers.ts';
import type { SessionGuard } from './session-guard.ts';

/** A built file inside the executable, or on disk during development. */
export interface EmbeddedAsset {
  type: string;
  file: string;
  /** True if stored compressed; the server unpacks it for clients without Brotli. */
  brotli: boolean;
}

export interface RenderedPage {
  status: number;
  text: string;
  type: string;
  /** Hashes of the page's inline style sheets, for the content security policy. */
  inlineHashes: InlineHashes;
  /** A `Link` header with what the browser may fetch before the page arrives. */
  link: string;
  /** The page's address may contain a secret. */
  noReferrer?: boolean;
}

/** The React client as built by `scripts/build.ts`. */
export interface EmbeddedClient {
  /** Keyed by URL path. */
  assets: Record<string, EmbeddedAsset>;
  /** The path that pages rendered alike share, as all unknown ones do, and what the page shows besides the club. */
  resolvePage(path: string): Promise<{ path: string; content: PageContent | null }>;
  /** The HTML document or generated file at a path; `status` is 404 if there is neither. */
  renderPage(path: string, data: PageData): Promise<RenderedPage>;
}

/** A page rendered from `dataJson`. */
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
/** All pages for guests and others, plus those of a week on five courts. */
const MAX_PAGES = 150;
/** Anything higher takes 180 ms more processor time for the first page after a start, to save 2 %. */
const PAGE_BROTLI_QUALITY = 5;

export interface DrawnContent {
  variant: string;
  /** The same for each address with the same variant, unless it isn't kept; called only to render. */
  data: () => Partial<PageData>;
  /** False if every address renders differently, so the page serves one answer only. */
  kept?: false;
}

interface PageServerOptions {
  client: EmbeddedClient;
  pageData: () => PageData;
  /** What a page shows besides the club; addresses with the same `variant` share a rendering. */
  contentOf: (content: PageContent, path: string, query: URLSearchParams) => DrawnContent;
  /** The same map for as long as no page or header can have changed. */
  fresh: () => Map<string, EncodedResponses>;
  /** What this visitor's page has besides the club; guests share a rendering, and so do admins. */
  viewerOf: (request: Request, path: string) => DrawnContent;
  /** The same object until the headers change. */
  headers: () => Record<string, string>;
}

/** Serves files from memory, and pages rendered once for each path and state of the page data. */
export class PageServer {
  readonly #options: PageServerOptions;
  readonly #files = new Map<string, EncodedResponses>();
  readonly #pages = new Map<string, DrawnPage>();
  /** A single-use page is being rendered. */
  #isDrawing = false;
  #headers: Record<string, string> = {};

  constructor(options: PageServerOptions) {
    this.#options = options;
  }

  /** Loads or renders the file or page of a path unless it is in memory. */
  async respond(request: Request, requestPath: string): Promise<CachedResponse> {
    const { client } = this.#options;
    const asset = Object.hasOwn(client.assets, requestPath) ? client.assets[requestPath] : undefined;
    if (asset) {
      this.#forgetResponsesWithOldHeaders();
      const file = this.#files.get(requestPath) ?? (await this.#loadAsset(requestPath, asset));
      return selectEncoding(request, file);
    }
    const viewer = this.#options.viewerOf(request, requestPath);
    const { path, content } = await client.resolvePage(requestPath);
    const drawn = content && this.#options.contentOf(content, requestPath, queryOf(request));
    const isKept = drawn?.kept !== false;
    if (!isKept && !this.#isDrawing) {
      this.#forgetResponsesWithOldHeaders();
      return selectEncoding(request, await this.#drawOnce(path, this.#dataOf(viewer, drawn)));
    }
    // While another is being rendered, the browser fills in what the address names.
    return selectEncoding(request, await this.#currentPage(path, viewer, isKept ? drawn : null));
  }

  #dataOf(viewer: DrawnContent, drawn: DrawnContent | null): PageData {
    return { ...this.#options.pageData(), ...viewer.data(), ...drawn?.data() };
  }

  /** All unknown paths share one page, and so do addresses that differ in what the page doesn't read. */
  async #currentPage(
    path: string,
    viewer: DrawnContent,
    drawn: DrawnContent | null,
  ): Promise<EncodedResponses> {
    const fresh = this.#options.fresh();
    const key = `${viewer.variant} ${path} ${drawn?.variant ?? ''}`;
    const known = fresh.get(key);
    if (known) return known;
    this.#forgetResponsesWithOldHeaders();
    const page = await this.#page(key, path, this.#dataOf(viewer, drawn));
    if (fresh.size >= MAX_PAGES) fresh.clear();
    fresh.set(key, page);
    return page;
  }

  /** One at a time, so that made-up addresses can't take over the processor. */
  async #drawOnce(path: string, data: PageData): Promise<EncodedResponses> {
    this.#isDrawing = true;
    try {
      return await this.#renderPage(path, data);
    } finally {
      this.#isDrawing = false;
    }
  }

  /** The page for a key, rendered again when its data has changed; simultaneous requests share one rendering. */
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
    // A failed rendering may be retried.
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

/** Serves files and pages that are not in memory. */
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
