/** What a proxy adds to a request it passes on. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-host'];

/**
 * True for a request that was made on this very machine. A reverse proxy beside the server speaks from
 * loopback too, on behalf of everybody; so a request that was passed on, or that asks for the site by a
 * public name, does not count.
 */
export function isOwnMachine(request: Request, peer: string | undefined): boolean {
  if (!peer || !/^(127\.|::1$|::ffff:127\.)/.test(peer)) return false;
  if (FORWARDED.some((name) => request.headers.has(name))) return false;
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(request.headers.get('host') ?? '');
}
