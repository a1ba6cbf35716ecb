import { expect, test } from 'bun:test';
import type { Page } from 'playwright';
import { addDays } from '../../src/domain/business-day.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { bookAsGuest, createWizardPage, tomorrow } from '../support/booking-wizard.ts';
import { openPage, settle } from '../support/browser-pages-and-waits.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { createPng, createReceiptForm } from '../support/test-images.ts';
import { expectCurrentTexts, translatePages } from '../support/translated-page.ts';

const club = serverForTestFile({ publicHost: '127.0.0.1' });
const NARROW = { viewport: { width: 360, height: 800 } };
const PLAY = addDays(tomorrow, 4);

async function openTranslated() {
  const page = await openPage(NARROW);
  await translatePages(page);
  return page;
}

const receipt = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(createPng(300, 400)) };
/** Errors beside the browser's own lines about answers without a session, and about HTML that was translated early. */
const errorsOf = (page: Page & { errors: string[] }) =>
  page.errors.filter((line) => !/401|Minified React error #418/.test(line));

interface Booked {
  booking: { id: number };
  manage_url: string;
}

async function book(over: object): Promise<Booked> {
  const answer = await bookAsGuest(club.url, { date: PLAY, payment_method: 'bank_transfer', ...over });
  return (await answer.json()) as Booked;
}

test('a customer books, uploads, moves and splits on translated pages, and every text stays right', async () => {
  const page = await openTranslated();
  const wizard = createWizardPage(page, club.url);
  await page.goto(club.url);
  await settle(page);
  await expectCurrentTexts(page);
  await page.locator('#main').getByRole('link', { name: 'Book a Court' }).first().click();
  await wizard.openStarts(`?court=1&date=${PLAY}`);
  await wizard.showHalfHours();
  await wizard.tap(36, 37);
  await wizard.waitForBar('PKR 5,000');
  await expectCurrentTexts(page);
  await wizard.tap(38);
  await wizard.waitForBar('PKR 7,500');
  await expectCurrentTexts(page);
  await wizard.next();
  await wizard.fillGuest({ name: '', phone: '0300 7654321' });
  await wizard.next();
  await wizard.toast('Missing Information').waitFor();
  await expectCurrentTexts(page);
  await wizard.fillGuest({ phone: '0300 7654321' });
  await wizard.next();
  await page.getByRole('radio', { name: 'Cash' }).check();
  await page.getByRole('radio', { name: 'Bank Transfer' }).check();
  await expectCurrentTexts(page);
  await wizard.complete();
  await page.getByRole('heading', { name: 'Held for you' }).waitFor();
  await expectCurrentTexts(page);
  await page.locator('.receipt-drop input').setInputFiles(receipt);
  await page.getByRole('heading', { name: 'Payment under review' }).waitFor();
  await expectCurrentTexts(page);

  const { manage_url } = await book({ start_time: '20:00' });
  await page.goto(manage_url);
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByLabel('Date', { exact: true }).fill(addDays(PLAY, 1));
  await page.locator('.starts [data-start="40"]').click();
  await page.locator('.manage-compare').getByText('The price stays the same.').waitFor();
  await expectCurrentTexts(page);
  await page.locator('.starts [data-start="44"]').click();
  await page.locator('.manage-compare').getByText('10 PM – 11 PM').waitFor();
  await expectCurrentTexts(page);
  await page.getByRole('button', { name: 'Move my booking' }).click();
  await page.getByText('Your booking has a new time').waitFor();
  await expectCurrentTexts(page);

  const shared = await book({ start_time: '14:00' });
  const key = shared.manage_url.split('.').at(-1) ?? '';
  const answer = await fetch(`${club.url}/api/booking/${shared.booking.id}/payers`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-booking-key': key },
    body: JSON.stringify({ payers: [{ name: 'Bilal' }, {}] }),
  });
  const { payers } = (await answer.json()) as { payers: { join_url: string }[] };
  await page.goto(payers[1]?.join_url ?? '');
  await page.getByRole('heading', { name: 'You’re invited to play' }).waitFor();
  await expectCurrentTexts(page);
  await page.getByLabel('Email').fill('omar@example.com');
  await page.getByRole('button', { name: 'Pay at the club' }).click();
  await page.locator('h1:focus', { hasText: 'You’re in' }).waitFor();
  await expectCurrentTexts(page);
  expect(errorsOf(page)).toEqual([]);
}, 180_000);

test('the reception works through an evening on a translated page', async () => {
  const { booking } = await book({ start_time: '21:00', name: 'Rabia Receipt', email: 'rabia@example.com' });
  const body = createReceiptForm(createPng(200, 100), { email: 'rabia@example.com' });
  await fetch(`${club.url}/api/booking/${booking.id}/receipt`, { method: 'POST', body });
  const page = await openTranslated();
  await signInAsAdmin(page, club, 'owner');
  await page.goto(`${club.url}/admin?tab=desk&date=${tomorrow}`);
  const walkIn = page.getByRole('button', { name: /free, book$/ }).last();
  await walkIn.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Hamza Tariq');
  await expectCurrentTexts(page);
  await dialog.getByLabel('Name').press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.locator('.admin-day-grid').getByText('Hamza').first().waitFor();
  await expectCurrentTexts(page);

  await page.goto(`${club.url}/admin?tab=todo`);
  const approve = page.getByRole('button', { name: 'Approve the payment of Rabia Receipt' });
  await approve.click();
  await approve.waitFor({ state: 'detached' });
  await expectCurrentTexts(page);

  await page.goto(`${club.url}/admin?tab=bookings`);
  await page
    .getByRole('link', { name: /Rabia Receipt/ })
    .first()
    .waitFor();
  await expectCurrentTexts(page);
  await page.getByRole('searchbox').first().fill('Hamza');
  await page
    .getByRole('link', { name: /Rabia Receipt/ })
    .first()
    .waitFor({ state: 'detached' });
  await expectCurrentTexts(page);
  await page
    .getByRole('link', { name: /Hamza Tariq/ })
    .first()
    .click();
  await page
    .getByRole('button', { name: /^Take payment/ })
    .first()
    .click();
  const sheet = page.getByRole('dialog', { name: 'Take payment' });
  await sheet.getByLabel('Amount in PKR').fill('500');
  await expectCurrentTexts(page);
  await sheet.getByRole('button', { name: 'Take PKR 500' }).click();
  await page.locator('[data-sonner-toast]', { hasText: 'Payment recorded' }).waitFor();
  await expectCurrentTexts(page);
  expect(errorsOf(page)).toEqual([]);
}, 180_000);
