import { isLocalAddress } from '../domain/club.ts';
import type { Log } from './log.ts';

/** A longer one is no address that people type. */
const MAX_ORIGIN_LENGTH = 200;

/**
 * The site's address, and what its visitors call it. Behind a proxy that ends https a request arrives by http, so a
 * club that was not told its address could not recognise its own pages; the proxy of TRUST_PROXY says how the visitor
 * came. Headers that any client can write are compared with each other and reported, and never become the address.
 */
export function createSiteAddress(options: {
  publicUrl: string;
  trustProxy: boolean;
  log: Log;
  /** True for a request that an owner's session proves. */
  isOwner: (request: Request) => boolean;
}) {
  const { publicUrl, trustProxy, log } = options;
  const known = new URL(publicUrl).origin;
  const isSet = !isLocalAddress(publicUrl);
  let openedAt: string | null = null;
  let isLogged = false;

  /** The address that a browser has asked for: a page cannot choose the host or the proxy's header of its requests. */
  const askedFor = (request: Request): string => {
    const forwarded = trustProxy ? request.headers.get('x-forwarded-proto')?.split(',').pop()?.trim() : null;
    return forwarded === 'https' || forwarded === 'http'
      ? request.url.replace(/^https?(?=:)/, forwarded)
      : request.url;
  };
  const isOwner = (request: Request): boolean => {
    try {
      return options.isOwner(request);
    } catch {
      // The database cannot be read; the request itself will say so.
      return false;
    }
  };

  return {
    isOwnOrigin: (origin: string, request: Request): boolean =>
      origin === known || askedFor(request).startsWith(`${origin}/`),
    /**
     * Notes that a page of this site was opened at `origin`. Once an address is set only an owner's request counts,
     * because a stranger can send any header.
     */
    note(origin: string, request: Request): void {
      if (origin === known || origin === openedAt || !isForeignAddress(origin)) return;
      if (!isOwner(request) && (isSet || openedAt !== null)) return;
      openedAt = origin;
      if (isLogged) return;
      isLogged = true;
      log.error('site opened at another address', {
        opened_at: origin,
        address: known,
        fix: 'set [site] public_url in club.toml, or PUBLIC_URL, to the address that people type',
      });
    },
    /** What an owner, or a person on the set-up page, reads when an origin is refused; null for anybody else. */
    explain(origin: string, request: Request, path: string): string | null {
      if (!isForeignAddress(origin)) return null;
      if (!/^\/api\/setup(\/|$)/.test(path) && !isOwner(request)) return null;
      const set = `[site] public_url = "${origin}" in club.toml, or PUBLIC_URL, and start the site again`;
      return isSet
        ? `This site’s address is ${known}, not ${origin}. Open it there, or set ${set}.`
        : `This site does not know the address ${origin} yet: set ${set}.`;
    },
    /** Where the site was opened although that is not its address; null when nobody did. */
    openedAt: (): string | null => openedAt,
    /** A proxy forwards to a site that does not know its own address, or people open it at another one. */
    isUnknown: (): boolean => openedAt !== null || (trustProxy && !isSet),
  };
}

export type SiteAddress = ReturnType<typeof createSiteAddress>;

/** True for a plain origin of another machine's browser. */
function isForeignAddress(origin: string): boolean {
  if (origin.length > MAX_ORIGIN_LENGTH || !/^https?:\/\//.test(origin) || !URL.canParse(origin))
    return false;
  const url = new URL(origin);
  return url.origin === origin && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
}
