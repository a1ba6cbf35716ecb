import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether the hex `signature` is the HMAC of `text`; compared in constant time. */
export function isValidSignature(
  signature: string,
  algorithm: 'sha256' | 'sha512',
  secret: string,
  text: string | Uint8Array,
): boolean {
  const expected = createHmac(algorithm, secret).update(text).digest();
  const given = Buffer.from(/^[0-9a-f]+$/i.test(signature) ? signature : '', 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
