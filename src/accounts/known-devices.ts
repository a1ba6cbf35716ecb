import { timingSafeEqual } from 'node:crypto';
import { readCookie } from '../http/read-cookie.ts';
import { randomToken } from './tokens.ts';

const COOKIE_MAX_AGE_SECONDS = 400 * 24 * 60 * 60;
/** A shared browser remembers at most this many members. */
const MAX_MEMBERS = 5;

/**
 * Marks a browser in which a member has signed in, so that strangers' password attempts don't lock the member out
 * there (OWASP "device cookies"). The cookie is a random id with one signature per member; it is not a credential and
 * holds neither names nor times.
 */
export class KnownDevices {
  readonly #secret: string;
  readonly #cookieName: string;
  readonly #attributes: string;

  constructor(options: { secret: string; https: boolean }) {
    this.#secret = options.secret;
    this.#cookieName = options.https ? '__Host-device' : 'device';
    this.#attributes = `Path=/; Max-Age=${COOKIE_MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${options.https ? '; Secure' : ''}`;
  }

  /** The device's id if the user has signed in on it before, otherwise null. */
  find(request: Request, userId: number): string | null {
    const { id, signatures } = this.#read(request);
    const expected = Buffer.from(this.#sign(id, userId));
    return signatures.some((signature) => timingSafeEqual(Buffer.from(signature), expected)) ? id : null;
  }

  /** The `Set-Cookie` value that also marks the request's device for this user. */
  serializeCookie(request: Request, userId: number): string {
    const { id, signatures } = this.#read(request);
    const newest = [...new Set([this.#sign(id, userId), ...signatures])].slice(0, MAX_MEMBERS);
    return `${this.#cookieName}=${[id, ...newest].join('.')}; ${this.#attributes}`;
  }

  #read(request: Request): { id: string; signatures: string[] } {
    const cookie = readCookie(request, this.#cookieName) ?? '';
    if (!/^[\w-]{43}(\.[\w-]{43}){1,5}$/.test(cookie)) return { id: randomToken(), signatures: [] };
    const [id = '', ...signatures] = cookie.split('.');
    return { id, signatures };
  }

  #sign(id: string, userId: number): string {
    return new Bun.CryptoHasher('sha256', this.#secret)
      .update(`known device ${id} ${userId}`)
      .digest('base64url');
  }
}
