/** What a handler knows of a request's way in. */
export interface RequestContext {
  request: Request;
  server: { requestIP(request: Request): { address: string } | null } | null;
}

export type ClientIpResolver = (visit: RequestContext) => string;

/**
 * Whose tries are counted together. Behind a proxy of our own its last word in X-Forwarded-For counts: what
 * stands before it, anybody may have written. An IPv6 visitor commands a whole /64, so that is the address.
 */
export function createClientIpResolver(options: { trustProxy: boolean }): ClientIpResolver {
  return ({ request, server }) => {
    const forwarded = options.trustProxy
      ? request.headers.get('x-forwarded-for')?.split(',').pop()?.trim()
      : undefined;
    return toNetworkPrefix(forwarded || server?.requestIP(request)?.address || 'unknown');
  };
}

function toNetworkPrefix(address: string): string {
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mappedIpv4) return mappedIpv4[1] ?? address;
  if (!address.includes(':')) return address.slice(0, 64);
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = address.includes('::') ? Math.max(0, 8 - left.length - right.length) : 0;
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) =>
      group
        .toLowerCase()
        .replace(/^0+(?=.)/, '')
        .slice(0, 4),
    )
    .join(':');
}
