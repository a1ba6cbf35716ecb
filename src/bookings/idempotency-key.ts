import { Failure } from '../domain/failure.ts';
import type { IdempotencyKey } from './store.ts';

/** The `Idempotency-Key` of a request with a digest of what it asked, or null when it has none. */
export function readIdempotencyKey(
  request: Request,
  ownerId: number | null,
  body: unknown,
): IdempotencyKey | null {
  const key = request.headers.get('idempotency-key');
  if (key === null) return null;
  if (!/^[\x21-\x7e]{8,200}$/.test(key)) {
    throw new Failure('malformed', 'Idempotency-Key must be 8 to 200 visible ASCII characters.');
  }
  return { keyHash: sha256(key), ownerId, bodyHash: sha256(JSON.stringify(body)) };
}

function sha256(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex');
}
