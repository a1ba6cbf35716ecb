import { expect, test } from 'bun:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { bookingBody, clubForEachTest } from '../../support/test-club.ts';

const club = clubForEachTest();

async function raw(path: string, headers: Record<string, string>): Promise<Response> {
  return club.app.handle(new Request(`http://localhost${path}`, { headers }));
}

test('JSON over 1 KB is compressed with Brotli, or else gzip, and keeps its text', async () => {
  const { cookie } = (await club.signIn({ is_admin: true })).headers;
  for (let number = 0; number < 4; number += 1)
    await club.post('/api/book', bookingBody({ date: `2026-11-2${number + 1}` }));
  for (const path of [
    '/api/slots?date=2026-11-21&courtId=1',
    '/api/slots-by-court?date=2026-11-21',
    '/api/admin/bookings',
  ]) {
    const plain = await raw(path, { cookie });
    const text = await plain.text();
    expect([path, plain.headers.get('content-encoding')]).toEqual([path, null]);
    for (const [accepted, encoding, unpack] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      const response = await raw(path, { cookie, 'accept-encoding': accepted });
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect([path, response.status, response.headers.get('content-encoding')]).toEqual([
        path,
        200,
        encoding,
      ]);
      expect(response.headers.get('content-type')).toStartWith('application/json');
      expect(response.headers.get('vary')).toContain('accept-encoding');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(bytes.length).toBeLessThan(text.length / 2);
      expect(unpack(bytes).toString()).toBe(text);
    }
  }
});

test('a compressed answer has its own ETag and answers 304 for it', async () => {
  const path = '/api/slots?date=2026-11-21&courtId=1';
  const br = await raw(path, { 'accept-encoding': 'br' });
  const tag = br.headers.get('etag') ?? '';
  expect(tag).not.toBe((await raw(path, {})).headers.get('etag'));
  expect((await raw(path, { 'accept-encoding': 'br', 'if-none-match': tag })).status).toBe(304);
});

test('small answers and answers to writes are not compressed', async () => {
  const accepted = { 'accept-encoding': 'br, gzip' };
  expect((await raw('/api/tonight', accepted)).headers.get('content-encoding')).toBeNull();
  const booked = await club.post('/api/book', bookingBody(), accepted);
  expect([booked.status, booked.headers.get('content-encoding')]).toEqual([201, null]);
});
