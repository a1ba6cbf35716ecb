import { Failure } from '../domain/failure.ts';
import { trimTrailingSlashes } from './request-url.ts';
import type { SiteAddress } from './site-address.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Paths whose GET changes something. */
const STATE_CHANGING_GET_PATHS = new Set(['/api/oauth/logout']);
/** Posted to by pages of other sites; protected by a one-time state or a signature instead. */
const CROSS_ORIGIN_POST_PATHS = new Set(['/api/oauth/callback/apple', '/api/payments/return']);

/**
 * Throws `cross_origin` when another site's page requests a change. Browsers send `Sec-Fetch-Site` or, in older
 * versions, `Origin`; a client that sends neither is not a browser and has no visitor's cookie.
 */
export function assertSameOrigin(request: Request, path: string, address: SiteAddress): void {
  // The router treats `/api/oauth/logout/` like `/api/oauth/logout`.
  const normalizedPath = trimTrailingSlashes(path);
  if (
    SAFE_METHODS.has(request.method)
      ? !STATE_CHANGING_GET_PATHS.has(normalizedPath)
      : CROSS_ORIGIN_POST_PATHS.has(path)
  ) {
    noteOpenPage(request, path, address);
    return;
  }
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  const isOwn =
    site === null
      ? origin === null || address.isOwnOrigin(origin, request)
      : site === 'same-origin' || site === 'none';
  // A cross-site request's origin says nothing about this site's address.
  if (origin !== null && (isOwn || site === null)) address.note(origin, request);
  if (isOwn) return;
  const explanation = site === null && origin !== null ? address.explain(origin, request, path) : null;
  throw new Failure('cross_origin', explanation ?? "Please use the club's own website for this.");
}

/**
 * Reading sends no `Origin`, but the browser names the page that asks; a page of another site can't pass for one of
 * this site.
 */
function noteOpenPage(request: Request, path: string, address: SiteAddress): void {
  if (request.method !== 'GET' || !path.startsWith('/api/')) return;
  const page = request.headers.get('referer');
  if (page === null || request.headers.get('sec-fetch-site') !== 'same-origin' || !URL.canParse(page)) return;
  address.note(new URL(page).origin, request);
}
