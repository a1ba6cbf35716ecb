import { beforeEach, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clubForEachTest } from '../../support/test-club.ts';
import { addGpsExif, addIccProfile, createNoisyJpeg, createPng } from '../../support/test-images.ts';

const club = clubForEachTest();
let headers: Record<string, string>;
beforeEach(async () => {
  ({ headers } = await club.signIn({ email: 'desk@example.com', is_admin: true }));
});

async function putImage(bytes: Uint8Array, as = headers) {
  const init = { method: 'PUT', body: bytes as Uint8Array<ArrayBuffer>, headers: as };
  const response = await club.app.handle(new Request('http://localhost/api/admin/courts/1/image', init));
  return { status: response.status, json: await response.json() };
}

test('a court picture of 1000 × 39000 pixels is refused for its pixels, not as another type', async () => {
  const { status, json } = await putImage(createPng(1000, 39_000));
  expect([status, json.reason]).toEqual([413, 'too_large']);
  expect(json.error).toContain('too many pixels');
});

test('a court picture loses its location, its colour profile and its rotation', async () => {
  const photo = addIccProfile(addGpsExif(await createNoisyJpeg(400, 200), 6));
  expect(Buffer.from(photo).includes('ICC_PROFILE')).toBe(true);
  const { status, json } = await putImage(photo);
  expect(status).toBe(200);
  const kept = readFileSync(join(club.dataDir, json.data.court.image_url.slice(1)));
  expect(await new Bun.Image(kept).metadata()).toEqual({ width: 200, height: 400, format: 'webp' });
  expect(/Exif|EXIF|ICCP|XMP |profile/.test(kept.toString('latin1'))).toBe(false);
});

test('the server reads the picture only when an admin sends it', async () => {
  const tooLarge = new Uint8Array(7 * 1024 * 1024);
  expect((await putImage(tooLarge, {})).status).toBe(401);
  const { headers: memberHeaders } = await club.signIn();
  expect((await putImage(tooLarge, memberHeaders)).status).toBe(403);
  expect((await putImage(tooLarge)).status).toBe(413);
});
