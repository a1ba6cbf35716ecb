import { beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { addDays } from '../../src/domain/business-day.ts';
import { longDate, shortDate } from '../../src/domain/format-date.ts';
import { checkScreen } from '../support/axe.ts';
import { actAsCustomer } from '../support/booking-key.ts';
import { bookAsGuest, GUEST, tomorrow } from '../support/booking-wizard.ts';
import { pageOpener, settle } from '../support/browser-pages-and-waits.ts';
import { makeTempDir } from '../support/data-dir.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { TEST_IBAN } from '../support/test-bank-account.ts';
import { addGpsExif, createNoisyJpeg } from '../support/test-images.ts';

const IBAN = TEST_IBAN;
const club = serverForTestFile();
let photo: string;
beforeAll(async () => {
  photo = join(makeTempDir(), 'transfer.jpg');
  writeFileSync(photo, addGpsExif(await createNoisyJpeg(2600, 1950), 1));
});

const open = pageOpener();

async function visit() {
  const page = await open();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: club.url });
  return page;
}

const toast = (page: Page, title: string) =>
  page.locator('[data-sonner-toast]').filter({ hasText: title }).first();
const badge = (page: Page) => page.locator('.ticket .badge');
const picker = (page: Page) => page.locator('.receipt-drop input');

/** Records the size of the uploaded picture, because a browser does not report the size of a form. */
function recordUploadSize(): void {
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (body) {
    const file = body instanceof FormData ? body.get('receipt') : null;
    if (file instanceof Blob) document.body.dataset.sent = String(file.size);
    send.call(this, body);
  };
}

const answers = new Map<number, { manage_url: string }>();

async function bookByApi(overrides: Record<string, unknown>) {
  const response = await bookAsGuest(club.url, { payment_method: 'bank_transfer', ...overrides });
  const answer = (await response.json()) as { booking: { id: number }; manage_url: string };
  answers.set(answer.booking.id, answer);
  return answer.booking.id;
}

/** Gives the page the key of a booking, as the browser that booked has it. */
const actAs = (page: Page, id: number) => actAsCustomer(page, answers.get(id) ?? { manage_url: '' });

function setStatus(id: number, status: string) {
  club.database((db) => {
    db.query('UPDATE booking SET state = ?, pay_by = NULL WHERE id = ?').run(status, id);
    db.query("UPDATE payer SET received = iif(?1 = 'paid', charge, 0) WHERE booking_id = ?2").run(status, id);
  });
}

/** The receipt of a booking as an admin sees it. */
async function fetchReceipt(id: number) {
  const email = `desk-${id}@example.com`;
  const cookie = insertUserSession(club.dataDir, { email, name: 'Desk', role: 'owner' });
  const get = (path: string) => fetch(club.url + path, { headers: { cookie } });
  const { data } = (await (await get(`/api/admin/bookings/${id}`)).json()) as {
    data: { receipt: { url: string } };
  };
  return get(data.receipt.url);
}

describe('a bank transfer on a phone', () => {
  test('a screenshot is pasted, and the time is shared without the key', async () => {
    const id = await bookByApi({ date: addDays(tomorrow, 6), court_id: 2 });
    const page = await visit();
    // This Chromium has no share sheet.
    await page.addInitScript(() => {
      navigator.share = async (data) => {
        document.body.dataset.shared = JSON.stringify(data);
      };
    });
    await actAs(page, id);
    await page.goto(`${club.url}/success?booking_id=${id}`);
    // While a transfer is due, what is not about it is folded.
    await page.locator('summary', { hasText: 'Calendar & directions' }).click();
    await page.getByRole('button', { name: 'Share with players' }).click();
    const shared = (await page.locator('body').getAttribute('data-shared')) ?? '';
    expect(shared).toContain('Padel Club');
    const [, key = ''] = (answers.get(id)?.manage_url ?? '').split(`#${id}.`);
    expect(key).not.toBe('');
    expect(shared).not.toContain(key);
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(300, 400);
      canvas.getContext('2d')?.fillRect(0, 0, 100, 100);
      const png = await canvas.convertToBlob({ type: 'image/png' });
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    });
    await page.keyboard.press('Control+V');
    await page.getByRole('heading', { name: 'Payment under review' }).first().waitFor();
    expect((await fetchReceipt(id)).status).toBe(200);
    expect(page.errors).toEqual([]);
  }, 180_000);

  test('the customer copies the IBAN and uploads a 4 MB photo, and an admin sees it', async () => {
    expect(Bun.file(photo).size).toBeGreaterThan(4_000_000);
    const page = await visit();
    const id = await bookByApi({});
    await actAs(page, id);
    await page.goto(`${club.url}/success?booking_id=${id}`);
    await page.getByRole('heading', { name: 'Held for you' }).waitFor();
    expect(await badge(page).textContent()).toBe('Pending Payment');

    await page.getByRole('button', { name: 'Copy IBAN' }).click();
    await page.getByRole('status').filter({ hasText: 'IBAN copied' }).waitFor({ state: 'attached' });
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(IBAN);
    await page.getByRole('button', { name: 'Copy Amount' }).click();
    await page.getByRole('status').filter({ hasText: 'Amount copied' }).waitFor({ state: 'attached' });
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('5000');

    await page.evaluate(recordUploadSize);
    await picker(page).setInputFiles(photo);
    await page.getByText('Payment under review').first().waitFor();
    const sent = await page.evaluate(() => Number(document.body.dataset.sent));
    expect(sent).toBeGreaterThan(100_000);
    expect(sent).toBeLessThan(2_500_000);
    expect(await toast(page, 'Receipt Uploaded Successfully!').textContent()).toContain(
      'We will review it within 24 hours.',
    );
    await page.getByAltText('The receipt you sent').waitFor();

    await page.reload();
    await page.getByRole('heading', { name: 'Payment under review' }).first().waitFor();

    const picture = await fetchReceipt(id);
    expect(picture.headers.get('content-type')).toBe('image/webp');
    const stored = new Bun.Image(await picture.bytes());
    expect(await stored.metadata()).toMatchObject({ width: 1155, height: 866 });
    // By the digest of the file as it was chosen the club finds it again with another booking.
    const digest = new Bun.CryptoHasher('sha256').update(await Bun.file(photo).bytes()).digest('hex');
    const [known] = club.database((db) =>
      db.query('SELECT source_sha256 FROM receipt WHERE booking_id = ?').values(id),
    );
    expect(known).toEqual([digest]);
    expect(page.errors.filter((line) => !line.includes('401'))).toEqual([]);
  }, 180_000);

  test('a guest on another device types the email; a wrong email or file is rejected, and a lost connection offers Retry', async () => {
    const id = await bookByApi({ start_time: '11:00' });
    const page = await visit();
    let posts = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') posts += 1;
    });
    await page.goto(`${club.url}/success?booking_id=${id}&payment_method=bank_transfer`);
    const big = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(5 * 1024 * 1024)]);
    for (const [name, mimeType, buffer, title, text] of [
      [
        'notes.txt',
        'text/plain',
        Buffer.from('hello'),
        'Invalid File',
        'Please upload an image file (JPG, PNG, etc.)',
      ],
      ['big.jpg', 'image/jpeg', big, 'File Too Large', 'Please upload an image smaller than 5MB'],
    ] as const) {
      await picker(page).setInputFiles({ name, mimeType, buffer });
      expect(await toast(page, title).textContent()).toContain(text);
      await page.getByRole('alert').filter({ hasText: text }).waitFor();
    }
    expect(posts).toBe(0);
    expect(await picker(page).getAttribute('capture')).toBeNull();

    await page.getByLabel('Email you booked with').fill('stranger@example.com');
    const buffer = Buffer.from(await createNoisyJpeg(300, 200));
    await picker(page).setInputFiles({ name: 'small.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByRole('button', { name: 'Send receipt' }).click();
    await page.getByText('Please enter the email address you booked with.').waitFor();
    await page.getByLabel('Email you booked with').fill(GUEST.email.toUpperCase());
    await settle(page);
    await page.context().setOffline(true);
    // By keyboard, because the toast that slides in may take a press of the pointer.
    await page.getByRole('button', { name: 'Retry' }).press('Enter');
    await page.getByText('Your picture is kept here').waitFor();
    await toast(page, 'Upload Failed')
      .filter({ hasText: 'Failed to upload receipt. Please try again.' })
      .waitFor();
    await page.getByAltText('The receipt you chose').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Retry' }).press('Enter');
    await page.getByText('Payment under review').first().waitFor();
  }, 180_000);
});

describe('the confirmation', () => {
  test('tells a stranger only what the address says, and leads to the link', async () => {
    const id = await bookByApi({ start_time: '19:00', court_id: 2 });
    setStatus(id, 'paid');
    const page = await visit();
    await page.goto(`${club.url}/success?booking_id=${id}&court=1&date=${tomorrow}&time=09:00&name=Any+Body`);
    await page.getByText('Open your booking’s link').waitFor();
    const text = (await page.locator('main').textContent()) ?? '';
    expect(text).toContain('Any Body');
    for (const secret of ['Confirmed', 'Paid', 'Court 2', '7 PM', 'Bank Transfer'])
      expect(text).not.toContain(secret);
    await page.getByRole('link', { name: 'Open my booking' }).click();
    await page.getByRole('heading', { name: 'This link doesn’t open the booking' }).waitFor();
  });

  test('a booking after midnight has both dates, a calendar file and links with its number', async () => {
    const id = await bookByApi({ start_time: '01:30' });
    const page = await visit();
    await actAs(page, id);
    await page.goto(`${club.url}/success?booking_id=${id}&court=1&date=${tomorrow}&time=01:30&name=Bilal`);
    const ticket = page.getByRole('region', { name: 'Your booking' });
    await badge(page).waitFor();
    const ticketText = await ticket.textContent();
    const [weekday] = longDate(tomorrow).split(',');
    const [nextWeekday] = longDate(addDays(tomorrow, 1)).split(',');
    expect(ticketText).toContain(`${weekday} night, `);
    expect(ticketText).toContain(`(early ${nextWeekday})`);
    expect(ticketText).toContain(`After midnight, on ${shortDate(addDays(tomorrow, 1))}`);
    await page.locator('summary', { hasText: 'Calendar & directions' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Add to calendar' }).click();
    expect((await download).suggestedFilename()).toBe(`padel-booking-${id}.ics`);
    const google = await page.getByRole('link', { name: 'Google Calendar' }).getAttribute('href');
    expect(new URL(google ?? '').searchParams.get('dates')).toMatch(/^\d{8}T203000Z\/\d{8}T213000Z$/);
    const whatsapp = await page.getByRole('link', { name: 'WhatsApp us' }).getAttribute('href');
    expect(decodeURIComponent(whatsapp ?? '')).toContain(`booking ${id}`);
    expect(await page.getByRole('link', { name: 'Directions' }).getAttribute('href')).toMatch(/^https:/);
  });

  test.each([
    ['paid', 'Confirmed & Paid'],
    ['cancelled', 'Cancelled'],
  ])('a %s booking is labelled %s and shows no payment details', async (status, label) => {
    const id = await bookByApi({ start_time: status === 'paid' ? '13:00' : '15:00' });
    setStatus(id, status);
    const page = await visit();
    await actAs(page, id);
    await page.goto(`${club.url}/success?booking_id=${id}&payment_method=bank_transfer`);
    await page.getByText(label, { exact: true }).waitFor();
    expect(await page.getByText('IBAN').count()).toBe(0);
    expect(await page.locator('.receipt-drop').count()).toBe(0);
  });

  test('cash needs no receipt, an unknown number gets an error, and the failure page says whether the slot is free', async () => {
    const cash = await bookByApi({ start_time: '17:00', payment_method: 'cash' });
    const page = await visit();
    await actAs(page, cash);
    await page.goto(`${club.url}/success?booking_id=${cash}`);
    await page.getByText('Tell the reception your booking number').first().waitFor();
    expect(await page.locator('.receipt-drop').count()).toBe(0);
    await page.context().setExtraHTTPHeaders({});
    await page.goto(`${club.url}/success?booking_id=999999`);
    await page.getByRole('heading', { name: 'We can’t find this booking' }).waitFor();
    await page.goto(`${club.url}/failed?court=1&date=${tomorrow}&time=17:00&name=Bilal`);
    await page.getByText('This time is already booked.').waitFor();
    expect(await page.getByRole('link', { name: 'Book again' }).getAttribute('href')).toBe(
      `/booking?court=1&date=${tomorrow}&time=17%3A00`,
    );
    await checkScreen(page, 'confirmation-failed');
  });

  test('axe finds nothing on the confirmation, also without a booking', async () => {
    const id = await bookByApi({ start_time: '16:00', court_id: 2 });
    const page = await visit();
    await actAs(page, id);
    await page.goto(`${club.url}/success`);
    await settle(page);
    await checkScreen(page, 'confirmation-without');
    await page.goto(`${club.url}/success?booking_id=${id}&name=Bilal`);
    await page.locator('.receipt-drop').waitFor();
    await picker(page).setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await page.getByRole('alert').waitFor();
    await checkScreen(page, 'confirmation');
    const small = await page
      .locator('main a.button, main button, .receipt-drop')
      .evaluateAll((controls) =>
        controls.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.textContent),
      );
    expect(small).toEqual([]);
  });
});
