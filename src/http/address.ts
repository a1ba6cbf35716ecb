/** What a handler knows of a request's way in. */
export interface Visit {
  request: Request;
  server: { requestIP(request: Request): { address: string } | null } | null;
}

export type AddressOf = (visit: Visit) => string;

/**
 * Whose tries are counted together. Behind a proxy of our own its last word in X-Forwarded-For counts: what
 * stands before it, anybody may have written. An IPv6 visitor commands a whole /64, so that is the address.
 */
export function clientAddress(options: { trustProxy: boolean }): AddressOf {
  return ({ request, server }) => {
    const forwarded = options.trustProxy
      ? request.headers.get('x-forwarded-for')?.split(',').pop()?.trim()
      : undefined;
    return networkOf(forwarded || server?.requestIP(request)?.address || 'unknown');
  };
}

function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1] ?? address;
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
