import { isLocalAddress } from '../domain/club.ts';
import type { Log } from './log.ts';

/** Nobody types a longer address. */
const MAX_ORIGIN_LENGTH = 200;

/**
 * The site's address, as configured and as visitors call it. Behind a proxy that terminates https, requests arrive by
 * http, so a club that was not told its address could not recognise its own pages; the proxy of TRUST_PROXY says how
 * the visitor came. Headers that any client can write are compared with each other and reported, but never become the
 * address.
 */
export function createSiteAddress(options: {
  publicUrl: string;
  trustProxy: boolean;
  log: Log;
  /** True for a request with an owner's session. */
  isOwner: (request: Request) => boolean;
}) {
  const { publicUrl, trustProxy, log } = options;
  const known = new URL(publicUrl).origin;
  const isSet = !isLocalAddress(publicUrl);
  let openedAt: string | null = null;
  let isLogged = false;

  /** The address the browser asked for: a page can choose neither the host nor the proxy header of its requests. */
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
      // The database can't be read; the request itself will report that.
      return false;
    }
  };

  return {
    isOwnOrigin: (origin: string, request: Request): boolean =>
      origin === known || askedFor(request).startsWith(`${origin}/`),
    /**
     * Notes that a page of this site was opened at `origin`. Once an address is set, only an owner's request counts,
     * because strangers can send any header.
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
        fix: isSet
          ? 'correct PUBLIC_URL, or [site] public_url in club.toml, then restart the service: links in emails lead to the address'
          : 'set [site] public_url in club.toml, or PUBLIC_URL, to the address that people type',
      });
    },
    /** Explains a refused origin to an owner or a person on the set-up page; null for anybody else. */
    explain(origin: string, request: Request, path: string): string | null {
      if (!isForeignAddress(origin)) return null;
      if (!/^\/api\/setup(\/|$)/.test(path) && !isOwner(request)) return null;
      const set = `[site] public_url = "${origin}" in club.toml, or PUBLIC_URL, and start the site again`;
      return isSet
        ? `This site’s address is ${known}, not ${origin}. Open it there, or set ${set}.`
        : `This site does not know the address ${origin} yet: set ${set}.`;
    },
    /** Where the site was opened despite a different address; null if nobody has. */
    openedAt: (): string | null => openedAt,
    /** A proxy forwards to a site that doesn't know its address, or people open it at a different one. */
    isUnknown: (): boolean => openedAt !== null || (trustProxy && !isSet),
  };
}

export type SiteAddress = ReturnType<typeof createSiteAddress>;

/** True for a plain origin from another machine's browser. */
function isForeignAddress(origin: string): boolean {
  if (origin.length > MAX_ORIGIN_LENGTH || !/^https?:\/\//.test(origin) || !URL.canParse(origin))
    return false;
  const url = new URL(origin);
  return url.origin === origin && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
}
