import { timingSafeEqual } from 'node:crypto';

/** 192 bits in 32 characters. */
const SIGNATURE_LENGTH = 32;

/**
 * The key of a customer's link. Derived from a secret of the club, so the database stores none; the purpose keeps the
 * keys of different links apart.
 */
export function linkSignature(secret: string, parts: readonly (string | number)[]): string {
  return new Bun.CryptoHasher('sha256', secret)
    .update(JSON.stringify(parts))
    .digest('base64url')
    .slice(0, SIGNATURE_LENGTH);
}

/** Takes the same time wherever the texts differ. */
export function isSameSignature(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
