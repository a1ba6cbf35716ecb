import { brotliCompressSync, constants } from 'node:zlib';
import { Elysia } from 'elysia';
import type { PageData } from '../domain/club.ts';
import { Failure } from '../domain/failure.ts';
import { pathOf } from './path.ts';
import type { SessionGuard } from './session-guard.ts';

/** One built file. `identity` and `br` are paths inside the executable (or on disk in development). */
export interface EmbeddedAsset {
  type: string;
  identity: string;
  br?: string;
}

/** The built React client, as `scripts/build.ts` leaves it. */
export interface EmbeddedClient {
  /** What the content policy must allow: the style sheet inside every page. */
  styleHash: string;
  /** By URL path. */
  assets: Record<string, EmbeddedAsset>;
  /**
   * The complete HTML document of a path, or the file made from the club's facts that stands there;
   * `status` is 404 for a path without either.
   */
  renderPage(path: string, data: PageData): Promise<{ status: number; text: string; type: string }>;
}

interface Body {
  bytes: Uint8Array<ArrayBuffer>;
  etag: string;
}

const FOREVER = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

/**
 * Serves the client: hashed files from memory, pages drawn once for each path and state of the club's
 * facts.
 */
export function clientRoutes(deps: {
  guard: SessionGuard;
  client: EmbeddedClient;
  pageData: () => PageData;
  /** True for a request without a session cookie. Its page says so, which spares the visitor a question. */
  isGuest: (request: Request) => boolean;
}) {
  const files = new Map<string, Promise<Body>>();
  const pages = new Map<string, Promise<Page>>();
  let drawnFrom: PageData | undefined;
  let drawnText = '';

  const file = (path: string): Promise<Body> => {
    const known = files.get(path);
    if (known) return known;
    const body = Bun.file(path).bytes().then(withEtag);
    files.set(path, body);
    return body;
  };

  const page = async (path: string, guest: boolean): Promise<Page> => {
    const data = deps.pageData();
    if (data !== drawnFrom) {
      // A booking renews the data without changing it; only other facts make the pages old.
      const text = JSON.stringify(data);
      if (text !== drawnText) pages.clear();
      drawnFrom = data;
      drawnText = text;
    }
    const key = guest ? `guest ${path}` : path;
    const known = pages.get(key);
    if (known) return known;
    const drawn = drawPage(deps.client, path, guest ? { ...data, guest } : data);
    const { status } = await drawn;
    // Unknown addresses are endless; only real screens are kept.
    if (status === 200 && data === drawnFrom) pages.set(key, drawn);
    return drawn;
  };

  return new Elysia({ name: 'client' }).use(deps.guard).get(
    '/*',
    async ({ request }) => {
      const path = screenPathOf(request);
      if (path.startsWith('/api/')) throw new Failure('not_found', 'There is nothing at this address.');
      const asset = Object.hasOwn(deps.client.assets, path) ? deps.client.assets[path] : undefined;
      const brotli = /\bbr\b/.test(request.headers.get('accept-encoding') ?? '');
      if (asset) {
        const encoded = brotli && asset.br !== undefined;
        const body = await file(encoded ? (asset.br ?? '') : asset.identity);
        const cache = isHashed(path) ? FOREVER : REVALIDATE;
        return answer(request, body, {
          type: asset.type,
          cache,
          brotli: encoded,
          varies: asset.br === undefined ? '' : 'accept-encoding',
        });
      }
      const drawn = await page(path, deps.isGuest(request));
      const body = brotli ? drawn.br : drawn.identity;
      return answer(request, body, {
        type: drawn.type,
        cache: REVALIDATE,
        brotli,
        varies: 'accept-encoding, cookie',
        status: drawn.status,
      });
    },
    { access: 'anyone' },
  );
}

interface Page {
  status: number;
  type: string;
  identity: Body;
  br: Body;
}

async function drawPage(client: EmbeddedClient, path: string, data: PageData): Promise<Page> {
  const { status, text, type } = await client.renderPage(path, data);
  const bytes = new TextEncoder().encode(text);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: status === 200 ? 9 : 4 };
  const br = new Uint8Array(brotliCompressSync(bytes, { params: quality }));
  return { status, type, identity: withEtag(bytes), br: withEtag(br) };
}

function withEtag(bytes: Uint8Array<ArrayBuffer>): Body {
  return { bytes, etag: `"${Bun.hash(bytes).toString(36)}"` };
}

function answer(
  request: Request,
  body: Body,
  about: { type: string; cache: string; brotli: boolean; varies: string; status?: number },
): Response {
  const headers: Record<string, string> = { 'cache-control': about.cache, etag: body.etag };
  if (about.varies) headers.vary = about.varies;
  if (request.headers.get('if-none-match') === body.etag) return new Response(null, { status: 304, headers });
  headers['content-type'] = about.type;
  if (about.brotli) headers['content-encoding'] = 'br';
  return new Response(body.bytes, { status: about.status ?? 200, headers });
}

function isHashed(path: string): boolean {
  return path.startsWith('/assets/') || /^\/pictures\/[0-9a-z]{8,}\//.test(path);
}

function screenPathOf(request: Request): string {
  const pathname = pathOf(request);
  return pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : pathname;
}
