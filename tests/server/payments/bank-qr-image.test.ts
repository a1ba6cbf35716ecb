import { describe, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataDir, removeDirs } from '../../support/data-dir.ts';
import { runCommand } from '../../support/run-command.ts';
import { TEST_IBAN } from '../../support/test-bank-account.ts';
import { clubForEachTest } from '../../support/test-club.ts';
import { createNoisyJpeg, createQrPng } from '../../support/test-images.ts';

const SETTINGS_TOML = '[bank]\nqr_picture = "bank-qr.png"\n';
const club = clubForEachTest({ toml: SETTINGS_TOML });

const mediaDir = () => join(club.dataDir, 'media');
const writeImage = (bytes: Uint8Array) => writeFileSync(join(mediaDir(), 'bank-qr.png'), bytes);

/** Runs the job that publishes a changed file; returns the picture in the data of the pages. */
async function getShownImage() {
  await club.schedule.runNow('publish bank QR image');
  const { text } = await club.get('/success');
  const data = /id="page-data">(.+?)<\/script>/s.exec(text)?.[1] ?? '';
  return JSON.parse(data).bank_qr_image as { url: string; width: number; height: number } | null;
}

describe("the bank's QR picture", () => {
  test('is in the page data with its size, and served from the media folder', async () => {
    const picture = createQrPng(TEST_IBAN);
    writeImage(picture);
    const seen = await getShownImage();
    expect(seen?.url).toMatch(/^\/media\/[0-9a-f]{24}\.webp$/);
    expect(seen).toMatchObject(
      await new Bun.Image(picture).metadata().then(({ width, height }) => ({ width, height })),
    );
    const answer = await club.app.handle(new Request(`http://localhost${seen?.url}`));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const pixels = (bytes: Uint8Array) => new Bun.Image(bytes).png().buffer();
    expect((await pixels(await answer.bytes())).equals(await pixels(picture))).toBe(true);
  });

  test('has a new address after a change, so that no cache shows the old account', async () => {
    writeImage(createQrPng(TEST_IBAN));
    const before = await getShownImage();
    writeImage(createQrPng('another account'));
    const after = await getShownImage();
    expect(after?.url).not.toBe(before?.url);
    expect((await club.get(after?.url ?? '')).status).toBe(200);
  });

  test('may be a JPEG with any file name', async () => {
    writeImage(await createNoisyJpeg(321, 123));
    expect(await getShownImage()).toMatchObject({
      width: 321,
      height: 123,
      url: expect.stringMatching(/\.webp$/),
    });
  });

  test.each([
    ['the file is missing', () => {}],
    ['it is an SVG with a script', () => writeImage(Buffer.from('<svg onload="alert(1)"/>'))],
    ['it is empty', () => writeImage(new Uint8Array())],
    ['it ends after its first bytes', () => writeImage(createQrPng('x').subarray(0, 12))],
    ['it is a JPEG without a picture', () => writeImage(Buffer.from('ffd8ffe00004aabbffd9', 'hex'))],
    [
      'it is larger than 2 MB',
      () => writeImage(Buffer.concat([createQrPng('x'), Buffer.alloc(2 * 1024 * 1024)])),
    ],
    ['it is a folder', () => mkdirSync(join(mediaDir(), 'bank-qr.png'))],
  ])('is left out when %s', async (_, prepare) => {
    prepare();
    expect(await getShownImage()).toBeNull();
    expect(readdirSync(mediaDir()).filter((name) => name !== 'bank-qr.png')).toEqual([]);
  });

  test('appears and disappears with its file', async () => {
    expect(await getShownImage()).toBeNull();
    writeImage(createQrPng('x'));
    expect(await getShownImage()).not.toBeNull();
    rmSync(join(mediaDir(), 'bank-qr.png'));
    expect(await getShownImage()).toBeNull();
  });
});

test('doctor reports whether the picture is shown, or its problem', async () => {
  const dataDir = createDataDir({ bookings: 3, receipts: 0 });
  writeFileSync(join(dataDir, 'club.toml'), SETTINGS_TOML);
  const look = async () => (await runCommand(['doctor', '--offline', '--data', dataDir])).stdout;
  expect(await look()).toContain(
    '[ warn ] Confirmations do not show the QR picture of the bank, because media/bank-qr.png is missing.\n' +
      '         → Put a PNG or JPEG of at most 2 MB into the folder media, or remove it in the dashboard, under Settings, Bank account.',
  );
  mkdirSync(join(dataDir, 'media'), { recursive: true });
  writeFileSync(join(dataDir, 'media/bank-qr.png'), 'no picture');
  expect(await look()).toContain('media/bank-qr.png is not a PNG or JPEG image');
  writeFileSync(join(dataDir, 'media/bank-qr.png'), createQrPng('x'));
  expect(await look()).toContain('[ ok   ] Confirmations show the QR picture of the bank.');
  removeDirs(dataDir);
});
