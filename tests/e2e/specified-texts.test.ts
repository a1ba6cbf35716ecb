/** The texts that the specification gives for failures in the browser. */
import { describe, expect, test } from 'bun:test';
import { createWizardPage, tomorrow } from '../support/booking-wizard.ts';
import { DESKTOP, pageOpener, settle } from '../support/browser-pages-and-waits.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const club = serverForTestFile();

describe('if the server answers without a sentence, the page has its own', () => {
  const open = pageOpener({ viewport: DESKTOP });
  async function visit(path: string) {
    const page = await open();
    if (path === '/account') {
      const member = insertUserSession(club.dataDir, { email: 'sara@example.com', name: 'Sara Malik' });
      const [name = '', value = ''] = member.split('=');
      await page.context().addCookies([{ name, value, url: club.url }]);
    }
    await page.goto(club.url + path);
    await settle(page);
    const fails = (route: string) =>
      page.route(`**${route}`, (one) => one.fulfill({ status: 500, body: '' }));
    const submit = (button: string) =>
      page.locator('main').getByRole('button', { name: button, exact: true }).click();
    const toast = async (title: string, text: string) => {
      await page
        .locator('[data-sonner-toast]')
        .filter({ hasText: title })
        .filter({ hasText: text })
        .waitFor();
    };
    return { page, fails, submit, toast };
  }

  test('registration', async () => {
    const { page, fails, submit, toast } = await visit('/register');
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('placeholder')).toBe(
      'At least 8 characters',
    );
    await fails('/api/auth/register');
    await page.getByLabel('Full Name').fill('Sara Malik');
    await page.getByLabel('Email').fill('sara@example.com');
    await page.getByLabel('Password', { exact: true }).fill('Chenab-river-41');
    await page.getByLabel('Confirm Password', { exact: true }).fill('Chenab-river-41');
    await submit('Create Account');
    await toast('Registration failed', 'Failed to create account');
  }, 180_000);

  test('the contact form', async () => {
    const { page, fails, submit, toast } = await visit('/contact');
    await fails('/api/contact');
    await page.getByLabel('Name').fill('Sara Malik');
    await page.getByLabel('Email').fill('sara@example.com');
    await page.getByLabel('Subject').selectOption('general');
    await page.getByLabel('Message', { exact: true }).fill('May I bring a guest?');
    await submit('Send Message');
    await toast('Failed to Send Message', 'Failed to send message');
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('May I bring a guest?');
  }, 180_000);

  test('the account', async () => {
    const { page, fails, submit, toast } = await visit('/account');
    expect(await page.locator('.nav-wide .nav-account').textContent()).toBe('Sara Malik');
    expect(await page.locator('#mobile-menu').textContent()).toContain('My AccountLogout');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/auth/'))
        asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await page.getByLabel('Full Name').fill('Sara Khan');
    await submit('Save Changes');
    await page.locator('.nav-wide').getByText('Sara Khan').waitFor();
    expect(asked).toEqual(['PUT /api/auth/profile', 'GET /api/auth/profile']);
    await fails('/api/auth/profile');
    await submit('Save Changes');
    await toast('Update failed', 'Failed to update profile');
    await page.getByRole('tab', { name: 'Preferences' }).click();
    const duration = page.getByLabel('Default duration (minutes)');
    expect([
      await duration.getAttribute('min'),
      await duration.getAttribute('max'),
      await duration.getAttribute('step'),
      await duration.inputValue(),
    ]).toEqual(['30', '180', '30', '60']);
    await fails('/api/auth/preferences');
    await submit('Save Preferences');
    await toast('Update failed', 'Failed to update preferences');
    await fails('/api/oauth/logout');
    await fails('/api/auth/logout');
    await page.locator('.nav-wide').getByRole('button', { name: 'Logout' }).click();
    await toast('Logout failed', 'An error occurred during logout.');
    expect(new URL(page.url()).pathname).toBe('/');
  }, 180_000);

  test('the last step, with both methods, their hints, and the lines of the price', async () => {
    const { page, fails, submit, toast } = await visit('/booking');
    const wizard = createWizardPage(page, club.url);
    await wizard.openStarts(`?date=${tomorrow}`);
    await page
      .getByRole('button', { name: /^Before 6 PM/ })
      .first()
      .click();
    await page.locator('[data-start="20"]').first().click();
    await wizard.next();
    expect(await page.getByLabel('Phone').getAttribute('placeholder')).toMatch(/^03\d\d \d{7}$/);
    await wizard.fillGuest();
    await wizard.next();
    for (const text of [
      ...['Bank Transfer', 'Manual bank transfer (confirmation required)'],
      ...[
        'Cash Payment',
        'Pay at the club reception',
        'Booking Summary',
        'Discount (Start time)',
        'PKR 4,000',
      ],
    ])
      await page.getByText(text).first().waitFor();
    await page.getByRole('radio', { name: 'Cash Payment' }).check();
    await fails('/api/book');
    await submit('Complete Booking');
    await toast('Booking Failed', 'Failed to create booking');
  }, 180_000);
});
