import { timingSafeEqual } from 'node:crypto';

/** 192 bits in 32 characters. */
const SIGNATURE_LENGTH = 32;

/**
 * The key of a link that a customer gets: derived from a secret of the club, so that the database stores none. The
 * purpose separates the keys of different links.
 */
export function linkSignature(secret: string, parts: readonly (string | number)[]): string {
  return new Bun.CryptoHasher('sha256', secret)
    .update(JSON.stringify(parts))
    .digest('base64url')
    .slice(0, SIGNATURE_LENGTH);
}

/** Takes the same time wherever two texts differ. */
export function isSameSignature(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
