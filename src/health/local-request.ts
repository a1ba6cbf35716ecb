import { hasForwardingHeader } from '../http/client-ip.ts';

/**
 * True for a request from this machine, unless a reverse proxy on this machine forwarded it or it names a public
 * host. A server that listens at one address, `listensAt`, is asked from there too.
 */
export function isLocalRequest(
  request: Request,
  remoteAddress: string | undefined,
  listensAt: string,
): boolean {
  if (!remoteAddress || hasForwardingHeader(request)) return false;
  const name = (request.headers.get('host') ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  if (remoteAddress === listensAt && name === listensAt) return true;
  const isLoopback = /^(127\.|::1$|::ffff:127\.)/.test(remoteAddress);
  return isLoopback && /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(name);
}
