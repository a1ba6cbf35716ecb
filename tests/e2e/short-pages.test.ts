import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { addDays } from '../../src/domain/business-day.ts';
import { startTimeOf } from '../../src/domain/slot.ts';
import { checkScreen } from '../support/axe.ts';
import { keyHeader } from '../support/booking-key.ts';
import { bookAsGuest, tomorrow, wizardPageOpener } from '../support/booking-wizard.ts';
import { PHONE, settle } from '../support/browser-pages-and-waits.ts';
import { makeTempDir } from '../support/data-dir.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

/** Social links make the footer as high as it gets. */
const club = serverForTestFile(() => {
  const dataDir = join(makeTempDir(), 'club');
  mkdirSync(dataDir, { mode: 0o700 });
  const accounts = ['instagram', 'facebook'].map(
    (site) => `${site}_url = "https://www.${site}.com/padelclub"`,
  );
  writeFileSync(join(dataDir, 'club.toml'), ['[club]', ...accounts, ''].join('\n'), { mode: 0o600 });
  return { dataDir, publicHost: '127.0.0.1' };
});
const visit = wizardPageOpener(() => club);

async function send(path: string, body: object, headers: Record<string, string>, method = 'POST') {
  const response = await fetch(club.url + path, {
    method,
    headers: { 'content-type': 'application/json', origin: club.url, ...headers },
    body: JSON.stringify(body),
  });
  expect([path, response.status < 300]).toEqual([path, true]);
}

interface Booked {
  booking: { id: number; charge: number };
  manage_url: string;
}
let days = 1;
async function book(over: object = {}): Promise<Booked> {
  days += 1;
  const when = { date: addDays(tomorrow, days), start_time: '20:00', payment_method: 'bank_transfer' };
  return (await (await bookAsGuest(club.url, { ...when, ...over })).json()) as Booked;
}

/** The headings of the rows and whether each is open. */
const rowsOf = (page: Page) =>
  page
    .locator('details.row')
    .evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((row) => [row.querySelector('h2')?.textContent ?? '', (row as HTMLDetailsElement).open]),
      ),
    );

const isOnFirstScreen = async (page: Page, text: string) => {
  const box = await page.locator('main').getByText(text).first().boundingBox();
  // The next step covers the lower edge.
  const [bar] = await page
    .locator('.next-action')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  return box !== null && box.y >= 0 && box.y + box.height <= (bar ?? PHONE.height);
};

test('a phone has a short footer, which is one line on the pages of an account, a booking and the set-up', async () => {
  const { page } = await visit();
  const footer = page.getByRole('contentinfo');
  const height = async () => (await footer.boundingBox())?.height ?? 0;
  for (const path of ['/', '/booking', '/contact']) {
    await page.goto(club.url + path);
    expect([path, (await height()) <= 360]).toEqual([path, true]);
    expect(await footer.getByRole('link', { name: /Instagram|Policy|\+92/ }).count()).toBe(5);
  }
  for (const path of ['/login', '/register', '/setup', '/manage', '/success']) {
    await page.goto(club.url + path);
    expect([path, (await height()) <= 64]).toEqual([path, true]);
    expect(await footer.getByRole('link').count()).toBe(0);
  }
  await settle(page);
  await keyboardOf(page).press(footer.getByText('Contact & more'));
  for (const text of ['+92 300 0000000', 'hello@', 'Canal Road', '7 AM – 4 AM', 'Facebook', 'Privacy Policy'])
    await footer.getByText(text).first().waitFor();
  await checkScreen(page, 'footer-opened');

  // The site draws it once, and each page has its own.
  await page.getByRole('banner').getByRole('link', { name: 'Padel Club Faisalabad' }).click();
  await page.locator('.hero').waitFor();
  await footer.getByRole('link', { name: 'Service Policy' }).waitFor();
  expect(await footer.getByText('Contact & more').isVisible()).toBe(false);
});

test("a booking's page shows what is due, and folds the rest into rows that links and keys open", async () => {
  const due = await book();
  const { page } = await visit();
  await page.goto(due.manage_url);
  await page.getByRole('heading', { name: 'Pay by bank transfer' }).waitFor();
  for (const text of ['Bilal Ahmed', '8 PM – 9 PM', 'Send PKR 5,000 by', 'left.'])
    expect([text, await isOnFirstScreen(page, text)]).toEqual([text, true]);
  await page.locator('.receipt-drop').waitFor();
  expect(await rowsOf(page)).toEqual({
    'Split the price': false,
    'Find players': false,
    'Calendar & directions': false,
    'Invoice for a company': false,
    'Your email': false,
    'Need help?': false,
  });
  expect(await page.getByText('Each player gets a link to pay their share.').isVisible()).toBe(true);
  await checkScreen(page, 'manage-rows');
  const { press } = keyboardOf(page);
  await press(page.locator('summary', { hasText: 'Need help?' }));
  await page.locator('main').getByRole('link', { name: '+92 300 0000000' }).first().waitFor();
  await press(page.locator('summary', { hasText: 'Calendar & directions' }));
  await page.getByRole('link', { name: 'Add to calendar' }).waitFor();
  await checkScreen(page, 'manage-rows-opened');

  const path = `${club.url}/manage?booking_id=${due.booking.id}`;
  await page.goto(`${path}&open=split`);
  await page.getByRole('button', { name: 'Split', exact: true }).waitFor();
  await page.goto('about:blank');
  await page.goto(`${path}#contact-title`);
  await page.getByLabel('Correct email address').waitFor();
  expect((await rowsOf(page))['Your email']).toBe(true);
  await page.goto(`${club.url}/success?booking_id=${due.booking.id}`);
  await page.getByRole('link', { name: 'Wrong address?' }).click();
  await page.getByLabel('Correct email address').fill('right@example.com');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // The present mailbox has to agree, and no email reaches it.
  await page.getByText('We can’t send emails at the moment, so please call +92 300 0000000').waitFor();

  const cookie = insertUserSession(club.dataDir, { email: 'desk@example.com', name: 'Desk', role: 'staff' });
  const paid = await book();
  const amount = { amount: paid.booking.charge, method: 'cash' };
  await send(`/api/admin/bookings/${paid.booking.id}/payments`, amount, { cookie });
  await page.goto(paid.manage_url);
  await page.locator('.ticket').getByText('Confirmed & Paid').waitFor();
  for (const text of ['Bilal Ahmed', '8 PM – 9 PM', 'Confirmed & Paid'])
    expect([text, await isOnFirstScreen(page, text)]).toEqual([text, true]);
  const rows = await rowsOf(page);
  expect(Object.values(rows)).not.toContain(true);
  // Nothing is left to share.
  expect(Object.keys(rows)).not.toContain('Split the price');
  await page.getByText('Want to play every week?').waitFor();
  expect(await page.locator('main section.card').count()).toBe(0);

  // Of a split booking, those who have not paid are due too.
  const body = { payers: [{ name: 'Hira' }] };
  await send(`/api/booking/${due.booking.id}/payers`, body, keyHeader(due), 'PUT');
  await page.goto(path);
  await page.getByRole('link', { name: 'Send by WhatsApp to Hira' }).waitFor();
  expect((await rowsOf(page))['Players and shares']).toBe(true);
});

test('the confirmation fits in fewer than three screens, and what is due is the only open part', async () => {
  const { page } = await visit();
  for (const [method, screens, words, cards] of [
    ['bank_transfer', 2.7, 185, ['Pay by bank transfer', 'Upload your receipt']],
    ['cash', 2.3, 150, ['Pay at the club reception']],
  ] as const) {
    const { booking, manage_url } = await book({ payment_method: method });
    // Opening the link gives this browser the booking's key.
    await page.goto(manage_url);
    await page.getByRole('heading', { name: 'Held for you' }).waitFor();
    await page.goto(`${club.url}/success?booking_id=${booking.id}&name=Bilal+Ahmed`);
    for (const text of ['Bilal Ahmed', '8 PM – 9 PM', 'PKR 5,000'])
      expect([method, text, await isOnFirstScreen(page, text)]).toEqual([method, text, true]);
    await page.locator('summary', { hasText: 'Split the price' }).waitFor();
    expect(await rowsOf(page)).toEqual({
      'Split the price': false,
      "What's Next": false,
      'Calendar & directions': method === 'cash',
      'Need help?': false,
    });
    await page.getByRole('link', { name: 'Move or cancel Cancel by' }).waitFor();
    expect(await page.locator('main section.card h2').allTextContents()).toEqual([...cards]);
    await settle(page);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    // biome-ignore lint/performance/useDomNodeTextContent: a visitor reads what is shown
    const count = (await page.locator('body').innerText()).match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;
    expect([method, height / PHONE.height <= screens ? 'short' : height]).toEqual([method, 'short']);
    expect([method, count <= words ? 'few words' : count]).toEqual([method, 'few words']);
    // The bar that stays at the bottom covers no line of the page's end.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const footer = await page.getByRole('contentinfo').getByText('Contact & more').boundingBox();
    const bar = await page
      .locator('.next-action')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect((footer?.y ?? 999) + (footer?.height ?? 0)).toBeLessThanOrEqual(bar[0] ?? PHONE.height);
    await checkScreen(page, `confirmation-rows-${method}`);
  }
});

test('the half-hours replace the list of starts until they are closed', async () => {
  const { page, wizard } = await visit();
  const code = '**/assets/later-steps-*';
  await page.route(code, (route) => route.abort());
  await page.goto(`${club.url}/booking?court=2&date=${tomorrow}`);
  await page.getByRole('button', { name: 'Choose half-hours' }).click();
  await page.getByText('The half-hours could not be loaded.').waitFor();
  await wizard.start('Court 2', 36).waitFor();
  await page.unroute(code);
  await page.getByRole('button', { name: 'Try again' }).click();
  await wizard.slot(36).waitFor();
  await wizard.open(`?court=2&date=${tomorrow}`);
  await wizard.slot(36).waitFor();
  expect(await page.locator('.court-block').count()).toBe(0);
  await wizard.tap(36, 37, 38, 40, 41);
  await wizard.waitForBar('8 PM – 9 PM');
  await page.getByRole('button', { name: 'Choose half-hours' }).click();
  await wizard.start('Court 1', 36).click();
  await wizard.waitForBar('6 PM – 7 PM');
  expect(await wizard.grid.count()).toBe(0);
});

test('when tonight has nothing left, the next free times stand below without a press', async () => {
  const today = clubToday();
  const answer = await fetch(`${club.url}/api/slots-by-court?date=${today}`);
  const courts = (await answer.json()) as {
    court_id: number;
    slots: { hour: number; available: boolean }[];
  }[];
  for (const { court_id, slots } of courts) {
    const free = slots.filter(({ available }) => available).map(({ hour }) => hour);
    // Two guests, because one contact can hold one day of all courts unpaid.
    const guest = { email: `court${court_id}@example.com`, phone: `0300 777888${court_id}` };
    const rest = {
      court_id,
      date: today,
      start_time: startTimeOf(free[0] ?? 0),
      duration: free.length * 30,
      ...guest,
    };
    if (free.length > 1) expect((await bookAsGuest(club.url, rest)).status).toBe(201);
  }
  const { page, wizard } = await visit();
  await page.goto(`${club.url}/booking`);
  await page.getByText('No slot is free on').waitFor();
  await page.getByText('The next free times, on').waitFor();
  const date = page.getByLabel('Date', { exact: true });
  expect(await date.inputValue()).toBe(today);
  await wizard.start('Court 2', 40).waitFor();
  await settle(page);
  await checkScreen(page, 'wizard-tonight-full');
  await wizard.start('Court 2', 40).press('Enter');
  await wizard.waitForBar('8 PM – 9 PM');
  expect(await date.inputValue()).toBe(addDays(today, 1));
  expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.start)).toBe('40');
  await wizard.next();
  await page.getByLabel('Full Name').waitFor();
});
