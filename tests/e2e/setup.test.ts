import { expect, onTestFinished, test } from 'bun:test';
import { checkScreen } from '../support/axe.ts';
import { bookAsGuest } from '../support/booking-wizard.ts';
import { pageOpener } from '../support/browser-pages-and-waits.ts';
import { startMailServer } from '../support/message-servers.ts';
import { startServerProcess } from '../support/server-process.ts';
import { setUpClub, setupLinkOf } from '../support/set-up-club.ts';

const open = pageOpener();

test('the printed link leads to a club with its own name, hours, prices and bank, and to a first booking by transfer', async () => {
  const server = await startServerProcess({ bank: false, publicHost: 'localhost' });
  onTestFinished(() => server.close());
  const page = await open();
  const texts: string[] = [];
  const look = async (name: string) => {
    texts.push((await page.locator('main').textContent()) ?? '');
    await checkScreen(page, `setup-${name}`);
  };

  const mail = await startMailServer();
  onTestFinished(() => mail.close());
  await setUpClub(page, await setupLinkOf(server), { mailUrl: mail.url, look });
  expect(mail.mails.map(({ subject }) => subject)).toEqual(['Emails from the club are working']);
  expect(await page.locator('.open-steps > li > a').allTextContents()).toEqual([
    'Map and social links',
    'Public address',
    'Backup in another place',
  ]);

  await page.getByRole('link', { name: 'See your site' }).click();
  await page.getByText('Smash Padel Lahore').first().waitFor();
  const booked = await bookAsGuest(server.url, { payment_method: 'bank_transfer' });
  const { instructions } = (await booked.json()) as { instructions: { details: { value: string }[] } };
  const told = instructions.details.map(({ value }) => value);
  expect(told).toEqual(expect.arrayContaining(['Smash Padel (Pvt) Ltd', 'PK58 MEZN 0099 8800 1234 5678']));
  await page.goto(`${server.url}/admin?tab=todo`);
  await page.getByText('still to set up').waitFor();
  await page.getByRole('link', { name: 'Bookings', exact: true }).click();
  const line = page.getByRole('row').filter({ hasText: 'Bilal Ahmed' }).or(page.getByText('Bilal Ahmed'));
  await line.first().waitFor();
  await look('dashboard');
  expect(texts.join('\n')).not.toMatch(/terminal/i);
  // The server starts again with the new address while the page asks for news.
  expect(page.errors.filter((error) => !error.includes('ERR_CONNECTION_REFUSED'))).toEqual([]);
}, 180_000);

test('a used link says that the club is set up, and every step can be skipped', async () => {
  const server = await startServerProcess({ bank: false });
  onTestFinished(() => server.close());
  const link = await setupLinkOf(server);
  const page = await open();
  await page.goto(link);
  await page.getByLabel('Your name').fill('Sana Malik');
  await page.getByLabel('Your email').fill('sana@smash.example');
  await page.getByLabel('Password').fill('Chenab-river-41');
  await page.getByRole('button', { name: 'Create my account' }).click();
  for (const step of [
    'Your site’s address',
    'Log in without a password',
    'Your club',
    'Courts, hours and prices',
    'Bank account',
    'Email',
  ]) {
    await page.getByRole('heading', { name: step, exact: true }).waitFor();
    if (step === 'Your club') {
      await page.reload();
      await page.getByRole('heading', { name: step, exact: true }).waitFor();
    }
    // What cannot be seen on the site itself.
    if (step === 'Your site’s address' || step === 'Email')
      await page.getByText(/^If you skip it, .* later in the dashboard: Settings, \w+/).waitFor();
    await page.getByRole('button', { name: 'Skip this step' }).click();
  }
  await page.getByRole('heading', { name: 'Your club is ready' }).waitFor();
  expect(await page.locator('.open-steps > li').count()).toBe(7);
  await page.context().clearCookies();
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByText('This club is already set up. Please log in instead.').waitFor();
  await page.goto(`${server.url}/booking`);
  const methods = await page.evaluate(
    () => JSON.parse(document.getElementById('page-data')?.textContent ?? '{}').payment_methods,
  );
  expect(methods).toEqual(['cash']);
}, 180_000);
