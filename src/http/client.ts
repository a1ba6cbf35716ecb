import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { Elysia } from 'elysia';
import type { PageData } from '../domain/club.ts';
import { allowingStyles } from './headers.ts';
import { pathOf, withoutTrailingSlashes } from './path.ts';
import { ReadyAnswer, type ReadyLane, wantsBrotli } from './ready-answer.ts';
import type { SessionGuard } from './session-guard.ts';

/** One built file: where it lies inside the executable (or on disk in development). */
export interface EmbeddedAsset {
  type: string;
  file: string;
  /** It is kept compressed only; who cannot read that gets it unpacked. */
  brotli: boolean;
}

export interface Drawn {
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
  pageOf(path: string): Promise<string>;
  /**
   * The complete HTML document of a path, or the file made from the club's facts that stands there;
   * `status` is 404 for a path without either.
   */
  renderPage(path: string, data: PageData): Promise<Drawn>;
}

interface Encodings {
  identity: ReadyAnswer;
  br: ReadyAnswer;
}

const FOREVER = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

interface ClientDeskOptions {
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
export class ClientDesk {
  readonly #options: ClientDeskOptions;
  readonly #files = new Map<string, Encodings>();
  readonly #pages = new Map<string, Encodings>();
  #drawnFrom: PageData | undefined;
  #drawnText = '';

  constructor(options: ClientDeskOptions) {
    this.#options = options;
  }

  /** What was asked for before is answered from here, without a route. */
  readonly ready: ReadyLane = (request, path) => {
    this.#forgetOldPages();
    const known = this.#files.get(path) ?? this.#pages.get(this.#keyOf(request, path));
    return known ? encodingFor(request, known).to(request) : null;
  };

  /** The file or page at an address, made now if need be. */
  async answer(request: Request, address: string): Promise<Response> {
    const { client } = this.#options;
    const asset = Object.hasOwn(client.assets, address) ? client.assets[address] : undefined;
    if (asset) return encodingFor(request, await this.#load(address, asset)).to(request);
    // Unknown addresses are endless, and drawing costs a hundred times what answering does: they share one.
    const path = await client.pageOf(address);
    this.#forgetOldPages();
    const known = this.#pages.get(this.#keyOf(request, path));
    return encodingFor(request, known ?? (await this.#draw(request, path))).to(request);
  }

  #keyOf(request: Request, path: string): string {
    return this.#options.isGuest(request) ? `guest ${path}` : path;
  }

  async #load(path: string, asset: EmbeddedAsset): Promise<Encodings> {
    const bytes = await Bun.file(asset.file).bytes();
    const headers = { ...this.#options.headers, 'cache-control': isHashed(path) ? FOREVER : REVALIDATE };
    const about = {
      headers,
      type: asset.type,
      vary: asset.brotli ? 'accept-encoding' : '',
      parts: !asset.brotli,
    };
    const identity = new ReadyAnswer(
      asset.brotli ? new Uint8Array(brotliDecompressSync(bytes)) : bytes,
      about,
    );
    const br = asset.brotli ? new ReadyAnswer(bytes, { ...about, encoding: 'br' }) : identity;
    this.#files.set(path, { identity, br });
    return { identity, br };
  }

  async #draw(request: Request, path: string): Promise<Encodings> {
    const data = this.#options.pageData();
    const key = this.#keyOf(request, path);
    const drawn = key === path ? data : { ...data, guest: true };
    const { status, text, type, styleHashes, link } = await this.#options.client.renderPage(path, drawn);
    const bytes = new TextEncoder().encode(text);
    const quality = { [constants.BROTLI_PARAM_QUALITY]: status === 200 ? 9 : 4 };
    const headers = {
      ...allowingStyles(this.#options.headers, styleHashes),
      'cache-control': REVALIDATE,
      ...(link ? { link } : {}),
    };
    const about = { headers, type, vary: 'accept-encoding, cookie', status };
    const packed = new Uint8Array(brotliCompressSync(bytes, { params: quality }));
    const page = {
      identity: new ReadyAnswer(bytes, about),
      br: new ReadyAnswer(packed, { ...about, encoding: 'br' }),
    };
    // A page drawn from facts that changed meanwhile is old already.
    if (data === this.#drawnFrom) this.#pages.set(key, page);
    return page;
  }

  #forgetOldPages(): void {
    const data = this.#options.pageData();
    if (data === this.#drawnFrom) return;
    // A booking renews the data without changing it; only other facts make the pages old.
    const text = JSON.stringify(data);
    if (text !== this.#drawnText) this.#pages.clear();
    this.#drawnFrom = data;
    this.#drawnText = text;
  }
}

/** The way to everything of the client that is not in memory yet. */
export function clientRoutes(deps: {
  guard: SessionGuard;
  desk: ClientDesk;
  /** Refuses what begins with /api: a GET that no route there takes ends up here. */
  unknown: (context: { path: string }) => never;
}) {
  return new Elysia({ name: 'client' }).use(deps.guard).get(
    '/*',
    ({ request }) => {
      const path = withoutTrailingSlashes(pathOf(request));
      if (/^\/api(\/|$)/.test(path)) return deps.unknown({ path });
      return deps.desk.answer(request, path);
    },
    { access: 'anyone' },
  );
}

function encodingFor(request: Request, page: Encodings): ReadyAnswer {
  return wantsBrotli(request) ? page.br : page.identity;
}

function isHashed(path: string): boolean {
  return path.startsWith('/assets/') || /^\/pictures\/[0-9a-z]{8,}\//.test(path);
}
