import { hasForwardingHeader } from '../http/client-ip.ts';

/**
 * True for a request from this machine, unless a reverse proxy on this machine forwarded it or it names a public
 * host.
 */
export function isLocalRequest(request: Request, remoteAddress: string | undefined): boolean {
  if (!remoteAddress || !/^(127\.|::1$|::ffff:127\.)/.test(remoteAddress)) return false;
  if (hasForwardingHeader(request)) return false;
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(request.headers.get('host') ?? '');
}
