import { Failure } from '../domain/failure.ts';
import { trimTrailingSlashes } from './request-path.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Safe by method, yet they change something. */
const STATE_CHANGING_GET_PATHS = new Set(['/api/oauth/logout']);
/** Posted to us by another site's own page; protected by a one-time state or a signature instead. */
const CROSS_ORIGIN_POST_PATHS = new Set(['/api/oauth/callback/apple', '/api/payments/return']);

/**
 * Refuses a change that another site's page asks for. Browsers say where a request comes from
 * (`Sec-Fetch-Site`, older ones `Origin`); a client that says neither is no browser and carries no
 * visitor's cookie by accident.
 */
export function assertSameOrigin(request: Request, path: string, publicOrigin: string): void {
  // The router answers `/api/oauth/logout/` as it answers `/api/oauth/logout`.
  const normalizedPath = trimTrailingSlashes(path);
  if (
    SAFE_METHODS.has(request.method)
      ? !STATE_CHANGING_GET_PATHS.has(normalizedPath)
      : CROSS_ORIGIN_POST_PATHS.has(path)
  )
    return;
  const site = request.headers.get('sec-fetch-site');
  if (site === 'same-origin' || site === 'none') return;
  const origin = request.headers.get('origin');
  if (site === null && (origin === null || isOwnOrigin(origin, request, publicOrigin))) return;
  throw new Failure('cross_origin', "Please use the club's own website for this.");
}

function isOwnOrigin(origin: string, request: Request, publicOrigin: string): boolean {
  return origin === publicOrigin || request.url.startsWith(`${origin}/`);
}
