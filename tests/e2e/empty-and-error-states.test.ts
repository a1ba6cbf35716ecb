/** Pages without JavaScript, with failed requests, and with nothing free. */
import { expect, test } from 'bun:test';
import { addDays } from '../../src/domain/business-day.ts';
import { bookAsGuest, tomorrow, wizardPageOpener } from '../support/booking-wizard.ts';
import { horizontalOverflow, PHONE, waitForHydration } from '../support/browser-pages-and-waits.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { waitUntil } from '../support/wait-until.ts';

const club = serverForTestFile();

const visit = wizardPageOpener(() => club);

test('without JavaScript every page that needs it says so and hides what cannot work', async () => {
  const { page } = await visit({ javaScriptEnabled: false });
  for (const path of ['/booking', '/contact', '/login', '/register', '/account', '/success?booking_id=1']) {
    await page.goto(club.url + path);
    const alert = page.locator('noscript .alert');
    expect(await alert.isVisible()).toBe(true);
    expect(await alert.textContent()).toContain('needs JavaScript. You can also call us: +92 300 0000000.');
    expect([path, await page.locator('main').getByRole('button').count()]).toEqual([path, 0]);
    expect([path, await page.getByText('One moment').filter({ visible: true }).count()]).toEqual([path, 0]);
    expect(await page.locator('#mobile-menu').getByRole('link', { name: 'Sign Up' }).isVisible()).toBe(true);
    expect([path, await horizontalOverflow(page)]).toEqual([path, 0]);
  }
});

test('slots that fail to load have a retry button in the overview, before a court is chosen', async () => {
  const { page, wizard } = await visit();
  await page.route('**/api/slots*', (route) => route.abort());
  // The server draws the days of a week; the browser asks for this one.
  await page.goto(`${club.url}/booking?date=${addDays(tomorrow, 10)}`);
  await wizard.toast('Failed to fetch time slots').waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(1);
  await page.unroute('**/api/slots*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await wizard.start('Court 1', 36).waitFor();
  expect(await page.locator('[data-loading]').count()).toBe(0);
});

test('on the narrowest phone the toast of failed slots covers no retry button', async () => {
  const { page, wizard } = await visit({ viewport: { width: 320, height: 640 } });
  await page.route('**/api/slots*', (route) => route.abort());
  await page.goto(`${club.url}/booking?date=${addDays(tomorrow, 10)}`);
  const toast = wizard.toast('Failed to fetch time slots');
  await toast.waitFor();
  // The toast stays while a pointer is on it.
  await toast.dispatchEvent('mouseover');
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.evaluate((element) => element.scrollIntoView({ block: 'end', behavior: 'instant' }));
  await waitUntil(async () => {
    const [place, button] = [await toast.boundingBox(), await retry.boundingBox()];
    if (!place || !button) throw new Error('the toast or the button is not visible');
    return place.y + place.height < button.y || place.y > button.y + button.height;
  });
  // As when the phone is turned.
  await page.setViewportSize({ width: 640, height: 320 });
  await waitUntil(async () => {
    const [place, button] = [await toast.boundingBox(), await retry.boundingBox()];
    return place !== null && place.y >= 0 && button !== null;
  });
});

test('a full court offers a button to the next day, a full day a way to wait', async () => {
  const day = addDays(tomorrow, 3);
  // Two guests, because one contact can hold one day of all courts unpaid.
  const fill = async (court_id: number) => {
    const guest = { email: `court${court_id}@example.com`, phone: `0300 777888${court_id}` };
    const wholeDay = { court_id, date: day, start_time: '07:00', duration: 21 * 60, ...guest };
    expect((await bookAsGuest(club.url, wholeDay)).status).toBe(201);
  };
  await fill(1);
  const { page, wizard } = await visit();
  await page.goto(`${club.url}/booking?court=1&date=${day}`);
  await waitForHydration(page);
  expect(await page.locator('.starts-none p').allInnerTexts()).toEqual(['Nothing is free for 60 minutes.']);
  await wizard.showHalfHours();
  await page.getByText('No slot is free on this court').waitFor();
  await page.getByRole('button', { name: /^Show \w+, / }).click();
  await wizard.slot(36).waitFor();
  expect(await page.getByLabel('Date', { exact: true }).inputValue()).toBe(addDays(day, 1));

  await fill(2);
  await page.goto(`${club.url}/booking?date=${day}`);
  await page.getByText('No slot is free on').waitFor();
  const wait = page.getByRole('button', { name: 'Tell me when a slot becomes free' });
  expect([await wait.count(), await page.locator('.starts-none, .segments').count()]).toEqual([1, 0]);
});

test('a date that cannot be booked shows no loading courts, and a far day of the strip scrolls into view', async () => {
  const { page, wizard } = await visit({ viewport: PHONE });
  await wizard.open(`?date=${addDays(tomorrow, 9)}`);
  await page.waitForFunction(() => {
    const day = document.querySelector('.day[aria-pressed="true"]')?.getBoundingClientRect();
    return day && day.left >= 0 && day.right <= window.innerWidth;
  });
  // A day more, because `tomorrow` is today when the business day turns during the run.
  await page.getByLabel('Date', { exact: true }).fill(addDays(tomorrow, 91));
  await page.getByText('Bookings open 90 days ahead.').waitFor();
  expect(await page.locator('.court-block').count()).toBe(0);
});

test("a login that didn't reach the server, or that the server failed, doesn't show a wrong password", async () => {
  const { page } = await visit();
  await page.goto(`${club.url}/login`);
  await page.getByLabel('Email').fill('someone@example.com');
  await page.getByLabel('Password', { exact: true }).fill('whatever-it-is');
  const logIn = () => page.getByLabel('Password', { exact: true }).press('Enter');
  const alert = (text: string) => page.getByRole('alert').filter({ hasText: text });
  await page.route('**/api/auth/login', (route) => route.abort());
  await logIn();
  await alert('The club’s website isn’t answering right now. Please try again.').waitFor();
  await page.unroute('**/api/auth/login');
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 500, body: '' }));
  await logIn();
  await alert('The club’s website could not log you in. Please try again in a moment.').waitFor();
  expect(await page.getByText('Invalid email or password').count()).toBe(0);
});
