import { expect, test } from 'bun:test';
import type { Page } from 'playwright';
import { addDays } from '../../src/domain/business-day.ts';
import { PASSWORD, registrationBody, sessionCookie } from '../support/accounts.ts';
import { checkScreen, findAxeViolations } from '../support/axe.ts';
import { pageOpener, waitForAnimations } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { waitForEmailLink } from '../support/email-link.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { bookingBody } from '../support/test-club.ts';

const NEW_PASSWORD = 'Jhelum-river-42';
const club = serverForTestFile({ publicHost: '127.0.0.1' });
const open = pageOpener();

const toast = (page: Page, title: string) =>
  page.locator('[data-sonner-toast]').filter({ hasText: title }).first().waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();
/** The page's errors without the 401 answers of signed-out visitors, which browsers log as errors. */
const unexpectedErrors = (page: { errors: string[] }) =>
  page.errors.filter((error) => !error.includes('401'));
const waitForPath = (page: Page, path: string) => page.waitForURL(club.url + path);

async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.getByLabel('Full Name').fill('Ayesha Khan');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD);
}

/** A page at the account of a new member. */
async function openAccount(email: string): Promise<Page & { errors: string[] }> {
  const page = await open();
  await page.request.post(`${club.url}/api/auth/register`, {
    headers: { origin: club.url },
    data: registrationBody({ email }),
  });
  await page.goto(`${club.url}/account`);
  await page.getByRole('heading', { name: 'Ayesha Khan' }).waitFor();
  return page;
}

async function login(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Login').click();
}

/** Submits a form without its fields, and checks the screen with the errors. */
async function checkEmptyForm(page: Page, submit: string, screen: string): Promise<void> {
  await page.locator('main').getByRole('button', { name: submit, exact: true }).click();
  await page.getByRole('alert', { name: 'Please check these fields' }).waitFor();
  await checkScreen(page, screen);
}

const post = (path: string, body: unknown) =>
  fetch(club.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('a visitor registers, edits the profile, finds the changes after a reload, and changes the password', async () => {
  const page = await open();
  await page.goto(`${club.url}/register`);
  await button(page, 'Create Account').click();
  const summary = page.getByRole('alert', { name: 'Please check these fields' });
  await summary.waitFor();
  expect(await summary.evaluate((box) => box === document.activeElement)).toBe(true);
  await summary.getByRole('link', { name: /^Enter a password/ }).click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-password');
  expect(await page.getByLabel('Full Name').getAttribute('aria-invalid')).toBe('true');
  await checkScreen(page, 'register');

  await fillRegistration(page, 'one@example.com');
  await page.getByLabel('Phone').fill('0300 1234567');
  await button(page, 'Create Account').click();
  await toast(page, 'Registration successful!');
  await waitForPath(page, '/account');
  expect(await page.getByLabel('Phone').inputValue()).toBe('+923001234567');

  await page.getByLabel('Full Name').fill('Ayesha Malik');
  await page.getByLabel('Phone').fill('');
  await button(page, 'Save Changes').click();
  await toast(page, 'Profile updated');
  await page.reload();
  await page.getByRole('heading', { name: 'Ayesha Malik' }).waitFor();
  expect(await page.getByLabel('Phone').inputValue()).toBe('');
  expect(unexpectedErrors(page)).toEqual([]);

  await page.getByRole('heading', { name: 'Password' }).click();
  await checkEmptyForm(page, 'Change Password', 'profile');
  await page.getByLabel('Current Password', { exact: true }).fill('wrong');
  await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm New Password', { exact: true }).fill(NEW_PASSWORD);
  await page.route('**/api/auth/password', (route) => route.fulfill({ status: 500, body: '' }));
  await button(page, 'Change Password').click();
  await toast(page, 'Password change failedFailed to change password');
  await page.unroute('**/api/auth/password');
  await button(page, 'Change Password').click();
  await page.getByRole('link', { name: 'Current password is incorrect' }).waitFor();
  await page.getByLabel('Current Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Change Password').click();
  await toast(page, 'Password changed');
  await page.reload();
  await page.getByRole('heading', { name: 'Ayesha Malik' }).waitFor();
});

test('the account sends visitors to the login, whose toast covers neither fields nor the error, and then back to the same tab', async () => {
  await post('/api/auth/register', registrationBody({ email: 'two@example.com' }));
  const page = await open();
  await page.goto(`${club.url}/account?tab=preferences`);
  await page.waitForURL(/\/login\?next=/);
  // The toaster loads last; it must see which button had the focus.
  await page.getByRole('region', { name: /^Notification/ }).waitFor({ state: 'attached' });
  await login(page, 'two@example.com', 'not the password');
  await toast(page, 'Login failed');
  await waitForAnimations(page);
  const covered = await page.evaluate(() => {
    const place = document.querySelector('[data-sonner-toast][data-mounted="true"]')?.getBoundingClientRect();
    if (!place) throw new Error('the toast is not visible');
    return [
      ...document.querySelectorAll(
        'header :is(a, button), main input:not([type="checkbox"]), [role="alert"]',
      ),
    ]
      .filter((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top < place.bottom && bottom > place.top;
      })
      .map((element) => element.textContent);
  });
  expect(covered).toEqual([]);
  expect(await page.getByRole('alert').first().textContent()).toBe('Invalid email or password');
  await login(page, 'two@example.com');
  await toast(page, 'Login successful!Welcome back!');
  await waitForPath(page, '/account?tab=preferences');
  expect(await page.getByRole('region', { name: /^Notification/ }).count()).toBe(1);

  await page.getByLabel('Default duration (minutes)').fill('45');
  await button(page, 'Save Preferences').click();
  await page.getByRole('alert', { name: 'Please check these fields' }).waitFor();
  await checkScreen(page, 'preferences');
  await page.getByLabel('Default duration (minutes)').fill('90');
  await page.getByLabel(/Court 2/).check();
  await page.getByLabel('SMS notifications').check();
  await button(page, 'Save Preferences').click();
  await toast(page, 'Preferences updated');
  await page.reload();
  expect(await page.getByLabel('Default duration (minutes)').inputValue()).toBe('90');
  expect(await page.getByLabel(/Court 2/).isChecked()).toBe(true);

  // The tabs work by keyboard, and the URL holds the selected one.
  await page.getByRole('tab', { name: 'Preferences' }).focus();
  await page.keyboard.press('ArrowLeft');
  await waitForPath(page, '/account?tab=bookings');
  expect(await page.getByRole('tab', { name: 'Bookings' }).getAttribute('aria-selected')).toBe('true');
  await page.getByRole('link', { name: 'Make a Booking' }).waitFor();
  expect(unexpectedErrors(page)).toEqual([]);
});

test("the account logs out one device and keeps the others, and a logout reaches all of its browser's tabs", async () => {
  const page = await openAccount('eight@example.com');
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1';
  const entered = await fetch(`${club.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': safari },
    body: JSON.stringify({ email: 'eight@example.com', password: PASSWORD }),
  });
  const other = { cookie: sessionCookie(entered) };
  expect(other.cookie).not.toBe('');
  await page.reload();
  await page.getByRole('heading', { name: 'Your devices' }).click();
  const devices = page.getByRole('list', { name: 'Your devices' }).getByRole('listitem');
  await devices.filter({ hasText: 'This device' }).filter({ hasText: 'Chrome on Linux' }).waitFor();
  const phone = devices.filter({ hasText: 'Safari on iPhone' });
  await phone.getByRole('button', { name: /^Log out Safari on iPhone/ }).click();
  await toast(page, 'Device logged out');
  await phone.waitFor({ state: 'detached' });
  expect((await fetch(`${club.url}/api/auth/user`, { headers: other })).status).toBe(401);
  await page.reload();
  await page.getByRole('heading', { name: 'Ayesha Khan' }).waitFor();
  expect(unexpectedErrors(page)).toEqual([]);

  // The landing page follows, the bar shows Login and Sign Up, and no tab asks for devices.
  const tab = await page.context().newPage();
  await tab.goto(`${club.url}/account`);
  for (const each of [page, tab]) {
    await each.getByRole('heading', { name: 'Your devices' }).click();
    await each.getByRole('list', { name: 'Your devices' }).getByRole('listitem').first().waitFor();
  }
  const asked: string[] = [];
  for (const each of [page, tab])
    each.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.locator('main').getByRole('button', { name: 'Logout' }).click();
  await toast(page, 'Logged out');
  await waitForPath(page, '/');
  await tab.waitForURL(/\/login/);
  await tab.close();
  await button(page, 'Menu').click();
  await page.locator('#mobile-menu').getByRole('link', { name: 'Sign Up' }).waitFor();
  expect(asked).toContain('/api/auth/user');
  expect(asked.filter((path) => /sessions|sign-in-methods|second-factors/.test(path))).toEqual([]);
  await page.goto(`${club.url}/account`);
  await page.waitForURL(/\/login/);
});

test('the emailed link sets a new password and its token leaves the address bar', async () => {
  const email = 'six@example.com';
  await post('/api/auth/register', registrationBody({ email }));
  const page = await open();
  await page.goto(`${club.url}/login?error=not_set_up`);
  await checkEmptyForm(page, 'Login', 'login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // Nothing is sent where there is no mail server, and the page says what helps.
  await page.getByText('ask for a link to choose a new password').waitFor();
  await post('/api/auth/forgot-password', { email });

  await page.goto(await waitForEmailLink(club.dataDir, email, '/reset-password'));
  await waitForPath(page, '/reset-password');
  await checkEmptyForm(page, 'Change Password', 'reset');
  await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm New Password', { exact: true }).fill(NEW_PASSWORD);
  await button(page, 'Change Password').click();
  await toast(page, 'Password changed');
  await waitForPath(page, '/login');
  await login(page, email, NEW_PASSWORD);
  await waitForPath(page, '/account');
  await page.getByText('Confirmed', { exact: true }).waitFor();
  expect(unexpectedErrors(page)).toEqual([]);
});

test("an owner's and a staff member's login opens the dashboard, or the page they asked for", async () => {
  const page = await open();
  const email = 'works-here@example.com';
  await page.request.post(`${club.url}/api/auth/register`, {
    headers: { origin: club.url },
    data: registrationBody({ email }),
  });
  for (const [role, next, path] of [
    ['staff', '', '/admin'],
    ['staff', '?next=%2Fbooking', '/booking'],
    ['owner', '', '/admin'],
  ] as const) {
    club.database((db) =>
      db.run('UPDATE user SET role = ?, email_verified = 1 WHERE email = ?', [role, email]),
    );
    await page.context().clearCookies();
    await page.goto(`${club.url}/login${next}`);
    await login(page, email);
    await page.waitForURL((url) => url.pathname === path);
  }
}, 120_000);

test('the verification link asks for a login, then adds earlier bookings to the account', async () => {
  const email = 'seven@example.com';
  const date = addDays(clubToday(), 3);
  await post('/api/book', bookingBody({ email, date, start_time: '23:30', duration: 120 }));
  await post('/api/auth/register', registrationBody({ email }));
  const page = await open();
  await page.goto(`${club.url}/verify`);
  await page.locator('main h1').waitFor();
  await checkScreen(page, 'verify');
  // Else the link would change the fragment of the open page only.
  await page.goto('about:blank');
  await page.goto(await waitForEmailLink(club.dataDir, email, '/verify'));
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await login(page, email);
  await waitForPath(page, '/verify');
  await button(page, 'Confirm my email').click();
  await page.getByRole('link', { name: 'My bookings' }).click();
  await page.locator('.account-time', { hasText: '11:30 PM – 1:30 AM' }).waitFor();
  await page.getByText('Pending Payment').waitFor();
  await page.getByText('PKR 10,000', { exact: true }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: /^Manage booking \d+/ }).click();
  await page.waitForURL(/\/manage\?booking_id=\d+/);
  expect(unexpectedErrors(page)).toEqual([]);
});

test('the log of these tests contains no name and no secret', () => {
  const log = club.output();
  expect(log).toContain('/api/auth/login');
  expect(log).not.toMatch(/@example\.com|Ayesha|river|token|sid=|argon2/);
});
