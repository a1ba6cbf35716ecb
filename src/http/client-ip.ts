import { isIP, isIPv4, isIPv6 } from 'node:net';
import type { Log } from './log.ts';

/** What a handler knows about the sender of a request. */
export interface RequestContext {
  request: Request;
  server: { requestIP(request: Request): { address: string } | null } | null;
}

export type ClientIpResolver = (context: RequestContext) => string;

const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'via'];

export function hasForwardingHeader(request: Request): boolean {
  return FORWARDING_HEADERS.some((name) => request.headers.has(name));
}

/**
 * Resolves the client's address. Behind the owner's proxy, the last entry of X-Forwarded-For counts, because clients
 * can forge all the others. If TRUST_PROXY isn't set, the first request forwarded by a proxy on this machine or
 * network is logged: all its visitors would share one limit.
 */
export function createClientIpResolver(options: { trustProxy: boolean; log: Log }) {
  let hasUntrustedProxy = false;
  const getClientIp: ClientIpResolver = ({ request, server }) => {
    const peer = parseIp(server?.requestIP(request)?.address ?? '');
    if (options.trustProxy) {
      const forwarded = parseIp(request.headers.get('x-forwarded-for')?.split(',').pop() ?? '');
      return forwarded ?? peer ?? 'unknown';
    }
    if (!hasUntrustedProxy && peer && isPrivateIp(peer) && hasForwardingHeader(request)) {
      hasUntrustedProxy = true;
      options.log.error('untrusted proxy', {
        fix: 'set TRUST_PROXY=1 if the proxy is yours: until then all visitors share one limit',
      });
    }
    return peer ?? 'unknown';
  };
  return { getClientIp, hasUntrustedProxy: () => hasUntrustedProxy };
}

/**
 * The address in `1.2.3.4:5678`, `[2001:db8::1]:443` or `fe80::1%eth0`, with IPv6 in eight groups; otherwise null.
 */
function parseIp(text: string): string | null {
  const trimmed = text.trim().replace(/^"|"$/g, '');
  const bracketed = /^\[([^\]]*)\](:\d+)?$/.exec(trimmed)?.[1];
  const withoutPort = bracketed ?? trimmed.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  const address = withoutPort.replace(/%.*$/, '');
  if (isIP(address) === 0) return null;
  if (isIPv4(address)) return address;
  const groups = expandIpv6(address);
  const [g6 = 0, g7 = 0] = groups.slice(6);
  // ::ffff:0:0/96 holds IPv4 addresses.
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [g6 >> 8, g6 & 0xff, g7 >> 8, g7 & 0xff].join('.');
  return groups.map((group) => group.toString(16)).join(':');
}

function expandIpv6(address: string): number[] {
  // URL writes an IPv4 tail as two groups.
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}

/** True for loopback, private and link-local addresses, which belong to the owner's proxy and not to a visitor. */
function isPrivateIp(ip: string): boolean {
  if (isIPv4(ip)) return /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(ip);
  return /^(0:0:0:0:0:0:0:1$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/.test(ip);
}

/** A network that shares a limit, and by how much its limit exceeds a single address's. */
export interface NetworkKey {
  key: string;
  factor: number;
}

/**
 * The networks that requests from `ip` count against: for IPv4, the address itself; for IPv6, the /64 of one
 * connection and, with larger limits, the /56 and /48 that a provider assigns to one customer. Any other text is its
 * own key.
 */
export function networkKeys(ip: string): NetworkKey[] {
  if (!isIPv6(ip)) return [{ key: ip, factor: 1 }];
  const [a = 0, b = 0, c = 0, d = 0] = expandIpv6(ip);
  const prefix = [a, b, c].map((group) => group.toString(16)).join(':');
  return [
    { key: `${prefix}:${d.toString(16)}::/64`, factor: 1 },
    { key: `${prefix}:${(d & 0xff00).toString(16)}::/56`, factor: 2 },
    { key: `${prefix}::/48`, factor: 4 },
  ];
}
