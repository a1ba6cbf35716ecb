import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { Elysia } from 'elysia';
import Negotiator from 'negotiator';

export type ContentEncoding = 'br' | 'gzip' | 'identity';

/** Below this size, the headers and the first packet cost more than the body. */
export const COMPRESSION_MIN_BYTES = 1024;
/** Compresses a list of bookings in well under a millisecond. */
export const BROTLI_QUALITY = 4;

/** Brotli or gzip, if the client prefers it to no compression. */
export function preferredEncoding(request: Request): ContentEncoding {
  const header = request.headers.get('accept-encoding');
  if (!header) return 'identity';
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const accepted = (['br', 'gzip'] as const).find(
    (encoding) => negotiator.encoding([encoding, 'identity']) === encoding,
  );
  return accepted ?? 'identity';
}

/** True if the client prefers Brotli to no compression. */
export function acceptsBrotli(request: Request): boolean {
  return preferredEncoding(request) === 'br';
}

export function compress(text: string, encoding: 'br' | 'gzip'): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text);
  return new Uint8Array(
    encoding === 'br'
      ? brotliCompressSync(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
          },
        })
      : gzipSync(bytes),
  );
}

/**
 * Compresses the JSON answers of all other read routes. Answers to writes stay uncompressed: where one combines a
 * secret with text from the request, its compressed size would help a stranger guess the secret.
 */
export function jsonCompression() {
  return new Elysia({ name: 'json-compression' }).mapResponse(
    { as: 'global' },
    ({ request, responseValue, set }) => {
      if (request.method !== 'GET' || !isPlainData(responseValue)) return;
      const encoding: ContentEncoding = preferredEncoding(request);
      if (encoding === 'identity') return;
      const text = JSON.stringify(responseValue);
      if (text.length < COMPRESSION_MIN_BYTES) return;
      set.headers.vary = 'accept-encoding';
      set.headers['content-type'] = 'application/json';
      set.headers['content-encoding'] = encoding;
      return new Response(compress(text, encoding), { status: Number(set.status ?? 200) });
    },
  );
}

/** An object or array that Elysia would answer as JSON. */
function isPlainData(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || Array.isArray(value);
}
