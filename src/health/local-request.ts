/** What a proxy adds to a request it passes on. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-host'];

/**
 * True for a request that was made on this very machine. A reverse proxy beside the server speaks from
 * loopback too, on behalf of everybody; so a request that was passed on, or that asks for the site by a
 * public name, does not count.
 */
export function isLocalRequest(request: Request, remoteAddress: string | undefined): boolean {
  if (!remoteAddress || !/^(127\.|::1$|::ffff:127\.)/.test(remoteAddress)) return false;
  if (PROXY_HEADERS.some((name) => request.headers.has(name))) return false;
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(request.headers.get('host') ?? '');
}
