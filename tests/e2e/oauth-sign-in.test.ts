import { afterAll, beforeAll, expect, test } from 'bun:test';
import { checkScreen } from '../support/axe.ts';
import { pageOpener } from '../support/browser-pages-and-waits.ts';
import { findFreePort } from '../support/find-free-port.ts';
import { type OAuthProviders, startOAuthProviders } from '../support/oauth-providers.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

// The club runs on `localhost` and the providers on `127.0.0.1`, so cookies behave as between two domains.
const port = await findFreePort();
const url = `http://localhost:${port}`;
const providerProfile = (sub: string) => ({
  sub,
  email: `${sub}@example.com`,
  email_verified: true,
  name: `Member ${sub}`,
});

const openPage = pageOpener();
let providers: OAuthProviders;
let club: ServerProcess;

beforeAll(async () => {
  providers = await startOAuthProviders({ url, user: providerProfile, interactive: true });
  club = await startServerProcess({ env: { PORT: String(port), ...providers.env } });
});
afterAll(async () => {
  await club.close();
  providers.close();
});

test.each([
  ['Google', 'google'],
  ['Apple', 'apple'],
])('the %s button leads through the provider back into the account', async (label, name) => {
  const page = await openPage();
  await page.goto(`${url}/account?tab=bookings`);
  await page.waitForURL(/\/login\?next=/);
  await page.getByRole('button', { name: `Continue with ${label}` }).click();
  await page.getByRole('button', { name: `Continue as ${name}` }).click();
  await page.waitForURL(`${url}/account?tab=bookings`);
  await page.getByRole('heading', { name: `Member ${name}` }).waitFor();
  await page.getByRole('link', { name: 'Make a Booking' }).waitFor();
  const cookies = (await page.context().cookies(url))
    .map((each) => [each.name, each.httpOnly, each.sameSite])
    .sort();
  expect(cookies).toEqual([
    ['device', true, 'Lax'],
    ['sid', true, 'Lax'],
  ]);
  await page.getByRole('tab', { name: 'Profile' }).click();
  await page.getByRole('heading', { name: 'Password' }).click();
  await page.getByText('You log in without a password.').waitFor();
});

test('the last login method cannot be removed, and the account says so', async () => {
  const page = await openPage();
  await page.goto(`${url}/login`);
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await page.waitForURL(`${url}/account`);
  await page.getByRole('heading', { name: 'Login methods' }).click();
  const loginMethods = page.getByRole('group', { name: 'Login methods' });
  await loginMethods.getByRole('button', { name: 'Remove GitHub' }).click();
  await loginMethods
    .getByRole('alert')
    .getByText('GitHub is your only login method. Set a password first')
    .waitFor();
  await checkScreen(page, 'login-methods');

  // A second login method, as a second provider would add it.
  club.database((db) =>
    db.run(`INSERT INTO identity (issuer, subject, user_id, provider, created_at)
    SELECT 'https://accounts.example', 'second', user_id, 'google', created_at FROM identity WHERE provider = 'github'`),
  );
  await page.reload();
  await page.getByRole('heading', { name: 'Login methods' }).click();
  await loginMethods.getByRole('button', { name: 'Remove Google' }).waitFor();
  await loginMethods.getByRole('button', { name: 'Remove GitHub' }).click();
  await loginMethods.getByRole('button', { name: 'Remove GitHub' }).waitFor({ state: 'detached' });
  await loginMethods.getByText('Google', { exact: true }).first().waitFor();
});

test('a visitor who cancels at the provider sees the reason on the login page and can continue there', async () => {
  const { google } = providers;
  google.deniesAccess = true;
  const page = await openPage();
  await page.goto(`${url}/login`);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: 'Continue as google' }).click();
  await page.waitForURL(`${url}/login?error=cancelled`);
  await page.getByText('The sign-in was cancelled.').waitFor();
  google.deniesAccess = false;
});

test('the log of these tests contains no name', () => {
  const log = club.output();
  expect(log).toContain('/api/oauth/callback/:provider');
  expect(log).not.toMatch(/@example\.com|Member |eyJ|code=|state=/);
});
