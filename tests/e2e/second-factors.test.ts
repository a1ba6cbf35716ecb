import { expect, onTestFinished, test } from 'bun:test';
import type { Page } from 'playwright';
import { PASSWORD, registrationBody } from '../support/accounts.ts';
import { checkScreen } from '../support/axe.ts';
import { pageOpener } from '../support/browser-pages-and-waits.ts';
import { waitForEmailLink } from '../support/email-link.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { totpCode } from '../support/totp-code.ts';
import { addVirtualAuthenticator } from '../support/virtual-authenticator.ts';

// A passkey belongs to a name; browsers make none for an IP address.
const club = serverForTestFile({ publicHost: 'localhost' });
const open = pageOpener();

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

const setRole = (email: string, role: 'owner' | 'staff' | null) =>
  club.database((db) =>
    db.query('UPDATE user SET role = ?, email_verified = 1 WHERE email = ?').run(role, email),
  );
/** All sessions were proven eleven minutes ago. */
const ageProofs = () =>
  club.database((db) =>
    db.query("UPDATE session SET sess = json_set(sess, '$.proven', ?)").run(Date.now() - 11 * 60_000),
  );

/** Sends what a form sends, whose answer begins a session of this browser. */
async function post(page: Page, path: string, data: object): Promise<void> {
  expect((await page.request.post(club.url + path, { data })).ok()).toBe(true);
}

async function register(page: Page, email: string): Promise<void> {
  await post(page, '/api/auth/register', registrationBody({ email, phone: '' }));
  await page.goto(`${club.url}/account`);
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto(`${club.url}/login`);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, /^Login$/).click();
}

async function logOut(page: Page): Promise<void> {
  await page.context().clearCookies({ name: 'sid' });
}

/** A device for one test. */
async function addSensor(page: Page) {
  const sensor = await addVirtualAuthenticator(page);
  onTestFinished(() => sensor.cdp.detach());
  return sensor;
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await button(page, 'Add a passkey').click();
  await createPasskey(page, name);
}

async function createPasskey(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name of this passkey').fill(name);
  await button(page, 'Create the passkey').click();
  await page.getByRole('list', { name: 'Your passkeys' }).getByText(name).first().waitFor();
}

test('a device may refuse; then a passkey is created, used to log in without a password, renamed and removed', async () => {
  const page = await open();
  const { cdp, authenticatorId } = await addSensor(page);
  await register(page, 'passkey@example.com');
  await page.getByRole('heading', { name: 'Passkeys' }).click();
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await button(page, 'Add a passkey').click();
  await button(page, 'Create the passkey').click();
  await page.getByText('No passkey was used').waitFor();
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await createPasskey(page, 'My phone');
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
  expect(credentials).toHaveLength(1);
  expect(credentials[0]?.rpId).toBe('localhost');

  await logOut(page);
  await page.goto(`${club.url}/login`);
  await button(page, 'Log in with a passkey').click();
  await page.waitForURL('**/account*');
  await page.getByRole('heading', { name: 'Ayesha Khan' }).waitFor();
  await page.getByRole('heading', { name: 'Passkeys' }).click();
  await page
    .getByText(/last used/)
    .first()
    .waitFor();
  await checkScreen(page, 'account');

  await button(page, 'Rename My phone').click();
  await page.getByLabel('New name').fill('Old phone');
  await button(page, /^Save$/).click();
  await page.getByRole('list', { name: 'Your passkeys' }).getByText('Old phone').first().waitFor();
  await button(page, 'Remove Old phone').click();
  await page.getByRole('list', { name: 'Your passkeys' }).waitFor({ state: 'detached' });

  await logOut(page);
  await page.goto(`${club.url}/login`);
  await button(page, 'Log in with a passkey').click();
  await page.getByText('This passkey isn’t known here.').waitFor();
});

test('an authenticator app is set up with its QR code, asked for at the login, and replaced by a recovery code', async () => {
  const page = await open();
  const email = 'totp@example.com';
  await register(page, email);
  await page.getByRole('heading', { name: 'Authenticator app' }).click();
  await button(page, 'Set up an authenticator app').click();
  const secret = ((await page.locator('.totp-secret').textContent()) ?? '').replaceAll(' ', '');
  await page.getByAltText('QR code for your authenticator app').waitFor();
  await checkScreen(page, 'totp-setup');
  await page.getByLabel('Code from your app').fill('000000');
  await button(page, 'Turn on').click();
  await page.getByText('That code isn’t right.').waitFor();
  await page.getByLabel('Code from your app').fill(await totpCode(secret, Date.now()));
  await button(page, 'Turn on').click();
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
  const codes = await page.locator('.recovery-codes li').allTextContents();
  expect(codes).toHaveLength(10);
  await checkScreen(page, 'recovery-codes');
  await button(page, 'I’ve saved them').click();
  await page.getByText('You have 10 recovery codes left.').waitFor();

  await logOut(page);
  await logIn(page, email);
  await page.getByLabel('Code from your app').fill('111111');
  await button(page, /^Login$/).click();
  await page.getByText('That code isn’t right.').first().waitFor();
  await checkScreen(page, 'login-code');
  // The code of the next half minute: the one of this half minute was used for the set-up.
  await page.getByLabel('Code from your app').fill(await totpCode(secret, Date.now() + 30_000));
  // The page gets shorter without the error, so that the button would move away under a click.
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account*');

  await logOut(page);
  await logIn(page, email);
  await page.getByLabel('Code from your app').fill(codes[0] ?? '');
  await button(page, /^Login$/).click();
  await page.waitForURL('**/account*');
  await page.getByRole('heading', { name: 'Authenticator app' }).click();
  await page.getByText('You have 9 recovery codes left.').waitFor();
});

test('a risky action asks again after ten minutes and then goes on', async () => {
  const page = await open();
  await register(page, 'owner@example.com');
  setRole('owner@example.com', 'owner');
  await addSensor(page);
  await page.getByRole('heading', { name: 'Passkeys' }).click();
  await addPasskey(page, 'Key');
  await page.goto(`${club.url}/admin?tab=staff`);
  ageProofs();
  await page.getByText('Invite staff or an owner').click();
  await page.getByRole('textbox', { name: 'Email' }).fill('sana@example.com');
  await button(page, 'Make the invitation').click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.waitFor();
  // What is asked for has the focus, not the close button.
  await dialog.locator('button:focus', { hasText: 'Use a passkey' }).waitFor();
  await checkScreen(page, 'step-up');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByText('Please confirm it’s you').waitFor();

  await button(page, 'Make the invitation').click();
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await page
    .getByRole('list', { name: 'Invitations' })
    .getByText('sana@example.com', { exact: true })
    .waitFor();

  ageProofs();
  await page.getByRole('link', { name: 'Bookings', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  expect((await download).suggestedFilename()).toMatch(/^bookings-.*\.csv$/);
});

test('an invitation leads from the email to the dashboard of a staff member', async () => {
  const page = await open();
  const link = await waitForEmailLink(club.dataDir, 'sana@example.com', '/join#token=');
  await page.goto(link);
  await page.getByLabel('Full Name').waitFor();
  await checkScreen(page, 'join');
  await page.getByLabel('Full Name').fill('Sana Butt');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Accept the invitation').click();
  await page.waitForURL('**/admin*');
  const places = page.getByRole('navigation', { name: 'Admin sections' }).getByRole('link');
  await places.first().waitFor();
  expect(await places.allTextContents()).toEqual(['Desk', 'To do', 'Bookings', 'Money', 'Customers', 'Club']);
  await page.goto(link);
  await page.getByText('This link is no longer valid.').waitFor();
});

test('staff need a second factor where the owner requires one: they set it up and get in', async () => {
  const page = await open();
  const cookie = insertUserSession(club.dataDir, { email: 'umar@example.com', name: 'Umar', role: 'owner' });
  const changed = await fetch(`${club.url}/api/admin/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ changes: { 'staff.require_second_factor': true } }),
  });
  expect(changed.status).toBe(200);
  await addSensor(page);
  const login = { email: 'sana@example.com', password: PASSWORD };
  await post(page, '/api/auth/login', login);
  const sessionFromBefore = (await page.context().cookies()).filter(({ name }) => name === 'sid');
  await logOut(page);
  await post(page, '/api/auth/login', login);
  await page.goto(`${club.url}/admin`);
  await page.getByRole('heading', { name: 'Set up an extra login step' }).waitFor();
  await checkScreen(page, 'second-factor-required');
  await page.getByRole('link', { name: 'Set one up in my account' }).click();
  await addPasskey(page, 'Desk');
  await page.goto(`${club.url}/admin`);
  await page.getByRole('link', { name: 'Desk', exact: true }).waitFor();

  await logOut(page);
  await logIn(page, 'sana@example.com');
  await page.getByRole('alert').filter({ hasText: 'so it needs its passkey' }).waitFor();
  await button(page, 'Log in with a passkey').click();
  await page.waitForURL('**/admin*');
  await page.goto(`${club.url}/admin`);
  await page.getByRole('link', { name: 'Desk', exact: true }).waitFor();

  await logOut(page);
  await page.context().addCookies(sessionFromBefore);
  await page.goto(`${club.url}/admin`);
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
  await button(page, 'Use a passkey').click();
  await page.getByRole('link', { name: 'Desk', exact: true }).waitFor();
});
