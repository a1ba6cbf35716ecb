import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkScreen } from '../support/axe.ts';
import { actAsCustomer } from '../support/booking-key.ts';
import { bookAsGuest } from '../support/booking-wizard.ts';
import { pageOpener } from '../support/browser-pages-and-waits.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { TEST_IBAN } from '../support/test-bank-account.ts';
import { createQrPng } from '../support/test-images.ts';

const QR_PNG = createQrPng(TEST_IBAN);
const clubs: ServerProcess[] = [];
const openPage = pageOpener();

beforeAll(async () => {
  for (const file of ['bank-qr.png', 'elsewhere.png']) {
    const dataDir = mkdtempSync(join(tmpdir(), 'padel-club-'));
    mkdirSync(join(dataDir, 'media'));
    writeFileSync(join(dataDir, 'club.toml'), '[bank]\nqr_picture = "bank-qr.png"\n');
    writeFileSync(join(dataDir, 'media', file), QR_PNG);
    clubs.push(await startServerProcess({ dataDir }));
  }
});
afterAll(async () => {
  for (const club of clubs) await club.close();
});

/** Books and opens the confirmation on a phone. */
async function openConfirmation(
  club: ServerProcess | undefined,
  booking: { start_time: string; payment_method: string },
) {
  if (!club) throw new Error('no club');
  const response = await bookAsGuest(club.url, booking);
  const answer = (await response.json()) as { booking: { id: number }; manage_url: string };
  const page = await openPage();
  await actAsCustomer(page, answer);
  await page.goto(`${club.url}/success?booking_id=${answer.booking.id}`);
  await page.getByRole('heading', { name: /^Pay / }).waitFor();
  return page;
}

test("the transfer card shows the bank's whole QR code with its name and a link that saves it", async () => {
  const page = await openConfirmation(clubs[0], { start_time: '18:00', payment_method: 'bank_transfer' });
  const card = page.getByRole('region', { name: 'Pay by bank transfer' });
  const picture = card.getByRole('img', { name: 'QR code of Test Bank for paying Padel Club Faisalabad' });
  await picture.waitFor();
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.pay-qr img')?.complete);
  const [naturalSize, box] = await Promise.all([
    picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
    picture.boundingBox(),
  ]);
  const { width, height } = await new Bun.Image(QR_PNG).metadata();
  expect(naturalSize).toEqual([width, height]);
  expect(box?.width).toBeGreaterThan(180);
  expect(Math.abs((box?.width ?? 0) - (box?.height ?? 0))).toBeLessThan(1);
  const download = page.waitForEvent('download');
  await card.getByRole('link', { name: 'Save the QR code' }).click();
  const saved = await (await download).path();
  const pixels = (bytes: Uint8Array) => new Bun.Image(bytes).png().buffer();
  expect((await pixels(await Bun.file(saved).bytes())).equals(await pixels(QR_PNG))).toBe(true);
  await checkScreen(page, 'confirmation-with-qr');
  expect(page.errors).toEqual([]);
}, 180_000);

test('a cash booking shows no QR code', async () => {
  const page = await openConfirmation(clubs[0], { start_time: '20:00', payment_method: 'cash' });
  expect(await page.locator('.pay-qr').count()).toBe(0);
});

test('a missing picture leaves no gap and no broken image', async () => {
  const page = await openConfirmation(clubs[1], { start_time: '18:00', payment_method: 'bank_transfer' });
  expect(await page.locator('.pay-qr, main img').count()).toBe(0);
  expect(await page.getByText('IBAN').first().isVisible()).toBe(true);
  expect(page.errors).toEqual([]);
});
