import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright';
import { addDays, shortDate } from '../../src/domain/business-day.ts';
import { registrationBody } from '../support/accounts.ts';
import { bookAsGuest, createWizardPage, tomorrow, wizardPageOpener } from '../support/booking-wizard.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

let club: ServerProcess;

beforeAll(async () => {
  club = await startServerProcess();
});
afterAll(async () => {
  await club.close();
});

const visit = wizardPageOpener(() => club);

async function register(page: Page, email: string): Promise<void> {
  const answer = await page.request.post(`${club.url}/api/auth/register`, {
    headers: { origin: club.url },
    data: registrationBody({ email }),
  });
  expect(answer.status()).toBe(201);
}

describe('a member', () => {
  test('finds the favourite court chosen and first, the form filled in, and the usual length one tap away', async () => {
    const { page, wizard } = await visit();
    await register(page, 'regular@example.com');
    const saved = await page.request.put(`${club.url}/api/auth/preferences`, {
      headers: { origin: club.url },
      data: { default_duration: 90, favorite_courts: [2] },
    });
    expect(saved.status()).toBe(200);
    await wizard.open('');
    await page.getByRole('option', { name: 'Court 2 - Tournament Grade' }).waitFor({ state: 'attached' });
    expect(await page.getByLabel('Court', { exact: true }).inputValue()).toBe('2');
    expect(await page.locator('.court-row h4').first().textContent()).toContain('Court 2');
    await page
      .getByRole('button', { name: new RegExp(`${Number(tomorrow.slice(8))} `) })
      .first()
      .click();
    await wizard.tap(36);
    // A tap takes exactly one half-hour, whatever length somebody likes.
    expect(await wizard.bar.textContent()).toContain('6:00 PM – 6:30 PM');
    await page.getByRole('button', { name: 'Make it 90 minutes' }).click();
    expect(await wizard.bar.textContent()).toContain('6:00 PM – 7:30 PM');
    await wizard.next();
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Ayesha Khan');
    expect(await page.getByLabel('Email').inputValue()).toBe('regular@example.com');
    expect(await page.getByLabel('Phone').inputValue()).toBe('+923001234567');
  });

  test('who signs in midway keeps the chosen half-hours; who signs out leaves no name behind', async () => {
    const { page, wizard } = await visit();
    await wizard.open();
    await wizard.tap(38, 39);
    await register(page, 'midway@example.com');
    await page.goto(`${club.url}/booking`);
    await wizard.slot(38).waitFor();
    expect(await wizard.bar.textContent()).toContain('7:00 PM – 8:00 PM');
    await wizard.next();
    expect(await page.getByLabel('Email').inputValue()).toBe('midway@example.com');
    await page.request.post(`${club.url}/api/auth/logout`, { headers: { origin: club.url }, data: {} });
    await page.reload();
    await page.getByText('No account needed.').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('');
  });
});

describe('the address', () => {
  test('court, date and time from the cancel page are taken over and survive a reload', async () => {
    const { page, wizard } = await visit();
    await wizard.open(`?court=2&date=${tomorrow}&time=19:00`);
    await page.waitForURL(`${club.url}/booking`);
    expect(await wizard.bar.textContent()).toContain(`${shortDate(tomorrow)} · Court 2`);
    expect(await wizard.bar.textContent()).toContain('7:00 PM – 8:00 PM');
    await wizard.tap(38, 39, 40, 41);
    await page.reload();
    await wizard.slot(40).waitFor();
    expect(await wizard.bar.textContent()).toContain('8:00 PM – 9:00 PM');
  });

  test('a time that is gone meanwhile is named, with the nearest free ones', async () => {
    expect((await bookAsGuest(club.url, { start_time: '22:00' })).status).toBe(201);
    const { page, wizard } = await visit();
    await wizard.open(`?court=1&date=${tomorrow}&time=22:00`);
    const alert = page.locator('#booking-conflict');
    await alert.getByRole('button', { name: 'Court 1, 11:00 PM – 12:00 AM' }).waitFor();
    expect(await alert.textContent()).toContain('10:00 PM – 11:00 PM');
    await alert.getByRole('button', { name: 'Court 2, 10:00 PM – 11:00 PM' }).click();
    expect(await wizard.bar.textContent()).toContain('10:00 PM – 11:00 PM');
  });

  test('nonsense in it is ignored', async () => {
    const { page, wizard } = await visit();
    await wizard.open('?court=__proto__&date=2026-02-30&time=25:00&step=9');
    expect(await wizard.bar.textContent()).toContain('No court yet');
    expect(page.errors.filter((error) => !error.includes('401'))).toEqual([]);
  });
});

test('text messages are offered where they can be sent, and asked for with the booking', async () => {
  const clubWithSms = await startServerProcess({
    env: { SMS_URL: 'http://127.0.0.1:9/?to={to}&text={text}' },
  });
  const { page } = await visit();
  const wizard = createWizardPage(page, clubWithSms.url);
  await wizard.open();
  await wizard.tap(36, 37);
  await wizard.next();
  await page.getByLabel('Text me about this booking').check();
  await wizard.fillGuest();
  await wizard.next();
  await page.getByRole('radio', { name: 'Cash Payment' }).check();
  const sent = page.waitForRequest('**/api/book');
  await wizard.complete();
  expect((await sent).postDataJSON()).toMatchObject({ sms_updates: true });
  await page.waitForURL(/\/success\?/);
  await clubWithSms.close();

  const otherVisitor = await visit();
  await otherVisitor.wizard.open(`?court=2&date=${addDays(tomorrow, 2)}`);
  await otherVisitor.wizard.tap(36, 37);
  await otherVisitor.wizard.next();
  await otherVisitor.page.getByLabel('Phone').waitFor();
  expect(await otherVisitor.page.getByLabel('Text me about this booking').count()).toBe(0);
});

test('an answer with a payment_url leads there', async () => {
  const { page, wizard } = await visit();
  await wizard.open(`?court=1&date=${addDays(tomorrow, 1)}`);
  await wizard.tap(36, 37);
  await wizard.goToPayment();
  await page.route('**/api/book', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), payment_url: `${club.url}/contact?paid=1` },
    });
  });
  await wizard.complete();
  await page.waitForURL(`${club.url}/contact?paid=1`);
});

test('slots that have begun are folded away, and disabled when they are shown', async () => {
  const { page, wizard } = await visit();
  // Nine in the evening at the club, in a browser that believes it.
  const evening = Date.parse(`${tomorrow}T21:10:00+05:00`);
  await page.clock.setFixedTime(evening);
  await wizard.open(`?court=1&date=${tomorrow}`);
  const first = wizard.grid.locator('.slot').first();
  await first.waitFor();
  expect(await first.textContent()).toContain('9:30 PM – 10:00 PM');
  await page.getByRole('button', { name: 'Show 29 half-hours before now' }).click();
  expect(await first.textContent()).toContain('Past');
  expect(await first.isDisabled()).toBe(true);
  expect(await wizard.grid.locator('.slot').count()).toBe(42);
});

test('courts and slots that cannot be fetched say so, and come with one tap', async () => {
  const { page, wizard } = await visit();
  await page.route('**/api/slots*', (route) => route.abort());
  await page.goto(`${club.url}/booking?court=1&date=${tomorrow}`);
  await wizard.toast('Failed to fetch time slots').waitFor();
  await page.unroute('**/api/slots*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await wizard.slot(36).waitFor();

  const otherVisitor = await visit();
  await otherVisitor.page.route('**/api/courts', (route) => route.abort());
  await otherVisitor.page.goto(`${club.url}/booking`);
  await otherVisitor.wizard.toast('Failed to fetch courts').waitFor();
  await otherVisitor.page.unroute('**/api/courts');
  await otherVisitor.page.getByRole('button', { name: 'Load the courts again' }).click();
  await otherVisitor.page.getByRole('option', { name: 'Select a court' }).waitFor({ state: 'attached' });
});
