import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright';
import { shortDate } from '../../src/domain/format-date.ts';
import { PASSWORD, registrationBody } from '../support/accounts.ts';
import { bookAsGuest, tomorrow, wizardPageOpener } from '../support/booking-wizard.ts';
import { settle, waitForAnimations } from '../support/browser-pages-and-waits.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const club = serverForTestFile();

const visit = wizardPageOpener(() => club);

/** Logs in through the page's own links, without a page load. */
async function logIn(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Login', exact: true }).click();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/\/account/);
}

async function openWizardFromMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Book Now' }).click();
  await page.getByRole('heading', { name: 'Book a court' }).waitFor();
}

async function register(page: Page, email: string, name = 'Ayesha Khan'): Promise<void> {
  const answer = await page.request.post(`${club.url}/api/auth/register`, {
    headers: { origin: club.url },
    data: registrationBody({ email, name }),
  });
  expect(answer.status()).toBe(201);
}

describe('a member', () => {
  test('gets the favourite court first, a filled-in form, and starts of the preferred duration', async () => {
    const { page, wizard } = await visit();
    await register(page, 'regular@example.com');
    const saved = await page.request.put(`${club.url}/api/auth/preferences`, {
      headers: { origin: club.url },
      data: { default_duration: 90, favorite_courts: [2] },
    });
    expect(saved.status()).toBe(200);
    await wizard.openStarts(`?date=${tomorrow}`);
    await page.locator('.court-block h4').first().filter({ hasText: 'Court 2' }).waitFor();
    expect(await page.getByRole('radio', { name: '90 min' }).isChecked()).toBe(true);
    await page.locator('.day-strip .day').nth(1).click();
    await wizard.start('Court 2', 36).click();
    await wizard.waitForBar('6 PM – 7:30 PM');
    await wizard.next();
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Ayesha Khan');
    expect(await page.getByLabel('Email').inputValue()).toBe('regular@example.com');
    expect(await page.getByLabel('Phone').inputValue()).toBe('+923001234567');
    // This club cannot send text messages.
    expect(await page.getByLabel('Send me SMS updates about this booking').count()).toBe(0);
  });

  test('keeps the chosen slots when signing in midway, and leaves no details behind when signing out', async () => {
    const { page, wizard } = await visit();
    await wizard.open();
    await wizard.tap(38, 39);
    await register(page, 'midway@example.com');
    await page.goto(`${club.url}/booking`);
    await wizard.waitForBar('7 PM – 8 PM');
    await wizard.next();
    expect(await page.getByLabel('Email').inputValue()).toBe('midway@example.com');
    await page.request.post(`${club.url}/api/auth/logout`, { headers: { origin: club.url }, data: {} });
    await page.reload();
    await wizard.bar.getByText('Choose a time').waitFor();
    await wizard.open();
    await wizard.tap(38, 39);
    await wizard.next();
    await page.getByText('No account needed.').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('');
  });
});

describe('a shared computer', () => {
  test('after a logout and another login in the same tab the wizard shows nothing of the first member', async () => {
    const { page, wizard } = await visit();
    await register(page, 'first@example.com', 'First Member');
    await register(page, 'second@example.com', 'Second Member');
    await page.context().clearCookies();
    await page.goto(club.url);
    await logIn(page, 'first@example.com');
    await openWizardFromMenu(page);
    await page.getByRole('group', { name: 'The next days' }).getByRole('button').nth(2).click();
    await wizard.start('Court 1', 36).click();
    await wizard.next();
    await page.getByLabel('Phone').fill('0300 7654321');
    expect(await page.getByLabel('Full Name').inputValue()).toBe('First Member');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${club.url}/`);
    await page.locator('[data-sonner-toast]').filter({ hasText: 'Logged out' }).waitFor();
    await page.waitForFunction(() => !JSON.stringify({ ...sessionStorage }).includes('first@example.com'));

    await logIn(page, 'second@example.com');
    await openWizardFromMenu(page);
    await wizard.waitForBar('Choose a time');
    await page.getByRole('group', { name: 'The next days' }).getByRole('button').nth(2).click();
    await wizard.start('Court 1', 36).click();
    await wizard.next();
    const typed = await page
      .locator('#booking-step input')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    expect(typed).toEqual(['Second Member', 'second@example.com', '+923001234567']);
  });

  test("the draft of a session that ended without a logout isn't shown to the next member", async () => {
    const { page, wizard } = await visit({});
    await register(page, 'third@example.com', 'Third Member');
    await wizard.open();
    await wizard.tap(36, 37);
    await wizard.next();
    await page.getByLabel('Phone').fill('0300 7654321');
    await page.context().clearCookies();
    await register(page, 'fourth@example.com', 'Fourth Member');
    const shown: string[] = [];
    page.on('console', (message) => shown.push(message.text()));
    await page.addInitScript(() => {
      const report = () => {
        for (const input of document.querySelectorAll('input')) if (input.value) console.log(input.value);
        requestAnimationFrame(report);
      };
      requestAnimationFrame(report);
    });
    await page.reload();
    await wizard.bar.getByText('Choose a time').waitFor();
    await wizard.open();
    await wizard.tap(36, 37);
    await wizard.next();
    await page.getByLabel('Full Name').waitFor();
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Fourth Member');
    await waitForAnimations(page);
    expect(shown).toContain('Fourth Member');
    // In no frame, not even before the server had answered.
    expect(shown).not.toContain('Third Member');
  });

  test("a member who signs in doesn't see details that a guest typed for another email", async () => {
    const { page, wizard } = await visit();
    await wizard.open();
    await wizard.tap(40, 41);
    await wizard.next();
    await wizard.fillGuest();
    await register(page, 'fifth@example.com', 'Fifth Member');
    await page.reload();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[name="name"]')?.value === 'Fifth Member',
    );
    expect(await page.getByLabel('Email').inputValue()).toBe('fifth@example.com');
    await wizard.waitForBar('8 PM – 9 PM');
  });
});

describe('the URL', () => {
  test("the cancel page's court, date and time select slots, and later choices survive a reload", async () => {
    const { page, wizard } = await visit();
    await wizard.openStarts(`?court=2&date=${tomorrow}&time=19:00`);
    await page.waitForURL(`${club.url}/booking`);
    await wizard.waitForBar(`${shortDate(tomorrow)} · Court 2`);
    await wizard.waitForBar('7 PM – 8 PM');
    await wizard.start('Court 2', 40).click();
    await page.reload();
    await wizard.waitForBar('8 PM – 9 PM');
  });

  test('a time that is already booked shows an alert with the nearest free times', async () => {
    expect((await bookAsGuest(club.url, { start_time: '22:00' })).status).toBe(201);
    const { page, wizard } = await visit();
    await wizard.open(`?court=1&date=${tomorrow}&time=22:00`);
    const alert = page.locator('#booking-conflict');
    await alert.getByRole('button', { name: 'Court 1, 11 PM – 12 AM' }).waitFor();
    expect(await alert.textContent()).toContain('10 PM – 11 PM');
    await alert.getByRole('button', { name: 'Court 2, 10 PM – 11 PM' }).click();
    await wizard.waitForBar('10 PM – 11 PM');
  });

  test('invalid parameters are ignored', async () => {
    const { page } = await visit();
    await page.goto(`${club.url}/booking?court=__proto__&date=2026-02-30&time=25:00&step=9`);
    // The bar stands there also when the night has no start left.
    await page.getByRole('button', { name: 'Next', exact: true }).waitFor();
    await settle(page);
    expect(page.errors.filter((error) => !error.includes('401'))).toEqual([]);
  });
});
