import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright';
import { addDays } from '../../src/domain/business-day.ts';
import { checkScreen, findAxeViolations } from '../support/axe.ts';
import { bookAsGuest, tomorrow } from '../support/booking-wizard.ts';
import { DESKTOP, pageOpener } from '../support/browser-pages-and-waits.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { startSafepayServer } from '../support/safepay-server.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { createNoisyJpeg, createPng, createReceiptForm } from '../support/test-images.ts';
import { waitUntil } from '../support/wait-until.ts';

const safepay = startSafepayServer();
const openPage = pageOpener();
const club = serverForTestFile({
  publicHost: 'localhost',
  env: { ...safepay.env, META_PIXEL_ID: '1234567890' },
});
let admin: string;
beforeAll(() => {
  admin = insertUserSession(club.dataDir, { email: 'admin@example.com', name: 'Sana Malik', is_admin: true });
});
afterAll(() => safepay.stop());

const post = async (path: string, body: object, cookie: string) =>
  fetch(club.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: club.url, cookie },
    body: JSON.stringify(body),
  });

interface Answer {
  booking: { id: number };
  manage_url: string;
}
let days = 0;
/** Books an evening of its own, at least two days ahead. */
async function book(over: Record<string, unknown> = {}): Promise<Answer> {
  days += 1;
  const time = { date: addDays(tomorrow, 1 + days), start_time: '18:00', payment_method: 'bank_transfer' };
  return (await (await bookAsGuest(club.url, { ...time, ...over })).json()) as Answer;
}

const receiptFile = async () => ({
  name: 'receipt.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from(await createNoisyJpeg(300, 200)),
});

/** Tab leads to the element, which must then be on the screen, or the label that stands for a hidden one. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await keyboardOf(page).tabTo(target);
  // The page scrolls smoothly to it.
  await waitUntil(() =>
    target.evaluate((element) => {
      const shown = element.matches('.visually-hidden') ? (element.closest('label') ?? element) : element;
      const { top, bottom } = shown.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    }),
  );
}

test('the keyboard alone looks, uploads, reschedules and cancels', async () => {
  const { manage_url } = await book();
  const page = await openPage();
  await page.goto(manage_url);
  await page.getByRole('heading', { name: 'Pay by bank transfer' }).waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Copy IBAN' }));
  await page.keyboard.press('Enter');
  await page.getByText('IBAN copied').waitFor();

  // The browser takes a moment until it reports choosers.
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, page.locator('.receipt-drop input'));
  await page.keyboard.press('Space');
  await (await chooser).setFiles(await receiptFile());
  await page.getByRole('heading', { name: 'Payment under review' }).waitFor();
  await page.reload();

  await tabTo(page, page.getByRole('button', { name: 'Move', exact: true }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Court', { exact: true }));
  await page.keyboard.press('ArrowDown');
  // One Tab enters the starts, arrows move, Space chooses the whole length.
  await page.locator('.starts [data-state="free"]').first().waitFor();
  const entry = page.locator('.starts [tabindex="0"]');
  await tabTo(page, entry);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.getByRole('heading', { name: 'New' }).waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Move my booking' }));
  await page.keyboard.press('Enter');
  await page.getByText('Your booking has a new time').waitFor();

  await tabTo(page, page.getByRole('button', { name: 'Cancel', exact: true }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Yes, cancel it' }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'This booking is cancelled' }).waitFor();
  expect(page.errors.filter((line) => !line.includes('401') && !line.includes('fbevents'))).toEqual([]);
}, 180_000);

test('a member reads why the receipt was rejected, leaves the payment page, and pays with credit', async () => {
  const cookie = insertUserSession(club.dataDir, { email: 'member@example.com', name: 'Ayesha Khan' });
  const user = (await (await fetch(`${club.url}/api/auth/user`, { headers: { cookie } })).json()) as {
    id: number;
  };
  await post(`/api/admin/users/${user.id}/credit`, { paid: 8000, credit: 8000, method: 'cash' }, admin);
  const booked = await post(
    '/api/book',
    {
      court_id: 2,
      date: addDays(tomorrow, 3),
      start_time: '18:00',
      duration: 60,
      name: 'Ayesha Khan',
      email: 'member@example.com',
      phone: '0300 7654321',
      payment_method: 'bank_transfer',
    },
    cookie,
  );
  const { booking } = (await booked.json()) as Answer;
  const body = createReceiptForm(createPng(140, 160));
  const path = `${club.url}/api/booking/${booking.id}/receipt`;
  await fetch(path, { method: 'POST', body, headers: { origin: club.url, cookie } });
  const page = await openPage();
  await page.setViewportSize(DESKTOP);
  const [name = '', value = ''] = cookie.split('=');
  await page.context().addCookies([{ name, value, url: club.url }]);
  await page.goto(`${club.url}/manage?booking_id=${booking.id}`);
  await page.getByRole('heading', { name: 'Payment under review' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Pay now' }).count()).toBe(0);
  const reason = 'The amount cannot be read';
  expect((await post(`/api/admin/bookings/${booking.id}/receipt/reject`, { reason }, admin)).status).toBe(
    200,
  );
  await page.reload();
  // Once, in the page's first sentence.
  await page.getByRole('status').getByText(reason).waitFor();
  expect(await page.getByText(reason).count()).toBe(1);
  await checkScreen(page, 'rejected-receipt');

  await page.getByRole('button', { name: 'Pay by card or wallet' }).click();
  await page.getByRole('heading', { name: `Pay order ${booking.id}` }).waitFor();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByText('You left the payment page, and nothing was charged.').waitFor();
  await page.getByRole('button', { name: 'Pay with credit (PKR 8,000 left)' }).click();
  await page.getByText('Paid with your credit: PKR 5,000. Thank you!').waitFor();
  await page.getByText('Confirmed & Paid').waitFor();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByText('We will add it to your credit.').waitFor();
}, 180_000);

test('a guest pays a transfer booking by card, also when the bank answers later', async () => {
  const { manage_url, booking } = await book();
  const page = await openPage();
  await page.goto(manage_url);
  const pay = page.getByRole('button', { name: 'Pay by card or wallet' });
  await pay.click();
  await page.getByRole('button', { name: 'Back to the shop' }).click();
  await page.getByText('One moment, we are waiting for your bank…').waitFor();
  expect(await pay.count()).toBe(0);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.goto(`${new URL(manage_url).origin}/manage?booking_id=${booking.id}`);
  await pay.click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByText('Your payment has arrived. Thank you!').waitFor();
  await page.getByText('Confirmed & Paid').waitFor();
}, 180_000);
