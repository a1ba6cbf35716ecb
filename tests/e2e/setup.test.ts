import { expect, onTestFinished, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkScreen } from '../support/axe.ts';
import { createWizardPage } from '../support/booking-wizard.ts';
import { openPage } from '../support/browser-pages-and-waits.ts';
import { makeTempDir } from '../support/data-dir.ts';
import { startServerProcess } from '../support/server-process.ts';
import { TEST_IBAN } from '../support/test-bank-account.ts';
import { createPng } from '../support/test-images.ts';
import { addVirtualAuthenticator } from '../support/virtual-authenticator.ts';
import { waitUntil } from '../support/wait-until.ts';

async function setupLinkOf(server: { output: () => string }): Promise<string> {
  return waitUntil(() => /"event":"set up the club","url":"([^"]+)"/.exec(server.output())?.[1] ?? '');
}

test('the printed link leads to a club with its own name, bank and picture, and to a first booking by transfer', async () => {
  const server = await startServerProcess({ bank: false, publicHost: 'localhost' });
  onTestFinished(() => server.close());
  const picture = join(makeTempDir(), 'court.png');
  writeFileSync(picture, createPng(640, 400));
  const page = await openPage();
  const texts: string[] = [];
  const look = async (name: string) => {
    texts.push((await page.locator('main').textContent()) ?? '');
    await checkScreen(page, `setup-${name}`);
  };

  await page.goto(await setupLinkOf(server));
  await page.getByRole('heading', { name: 'Welcome! Set up your club' }).waitFor();
  expect(page.url()).not.toContain('#');
  await look('account');
  await page.getByLabel('Your name').fill('Sana Malik');
  await page.getByLabel('Your email').fill('sana@smash.example');
  await page.getByLabel('Password').fill('Chenab-river-41');
  await page.getByRole('button', { name: 'Create my account' }).click();

  await page.getByRole('heading', { name: 'Log in without a password' }).waitFor();
  await look('passkey');
  await addVirtualAuthenticator(page);
  await page.getByRole('button', { name: 'Create the passkey' }).click();

  await page.getByRole('heading', { name: 'Your club' }).waitFor();
  await page.getByLabel('Name of the club').fill('Smash Padel Lahore');
  await page.getByLabel('City').fill('Lahore');
  await page.getByLabel('Phone').fill('+92 42 1112223');
  await page.getByLabel('WhatsApp number').fill('924211122233');
  await page.getByLabel('Email', { exact: true }).fill('desk@smash.example');
  await page.getByLabel('Address').fill('12 Mall Road, Lahore');
  await page.getByLabel('Choose: A picture of your club').setInputFiles(picture);
  await page.getByRole('img', { name: 'A picture of your club' }).waitFor();
  await look('club');
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await page.getByRole('heading', { name: 'Bank account' }).waitFor();
  await page.getByLabel('Account title').fill('Smash Padel (Pvt) Ltd');
  await page.getByLabel('Bank', { exact: true }).fill('Meezan Bank');
  await page.getByLabel('IBAN').fill(TEST_IBAN.replace(/8$/, '9'));
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.getByRole('alert').filter({ hasText: 'its check digits do not fit' }).waitFor();
  await page.getByLabel('IBAN').fill('PK58 MEZN 0099 8800 1234 5678');
  await look('bank');
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await page.getByRole('heading', { name: 'Courts' }).waitFor();
  await page.getByLabel('Name').first().fill('Centre Court');
  await page.getByLabel('Price of an hour (PKR)').first().fill('6,000');
  await page.getByLabel('Picture').first().setInputFiles(picture);
  await look('courts');
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await page.getByRole('heading', { name: 'Email' }).waitFor();
  await page.getByRole('button', { name: 'Send a test email to sana@smash.example' }).click();
  await page.getByText('The email was saved').waitFor();
  await look('email');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Your club is ready' }).waitFor();
  await look('done');
  expect(await page.locator('.open-steps > li > a').allTextContents()).toEqual([
    'Email',
    'Public address',
    'Backup in another place',
  ]);

  await page.getByRole('link', { name: 'See your site' }).click();
  await page.getByText('Smash Padel Lahore').first().waitFor();
  expect(await page.locator('.hero-picture img').getAttribute('src')).toStartWith('/media/');
  const guest = await openPage();
  const wizard = createWizardPage(guest, server.url);
  await wizard.open();
  await wizard.tap(36, 37);
  await wizard.goToPayment('Bank Transfer');
  await wizard.complete();
  await guest.waitForURL(/\/success/);
  await guest.getByText('PK58 MEZN 0099 8800 1234 5678').waitFor();
  await guest.getByText('Smash Padel (Pvt) Ltd').first().waitFor();
  await page.goto(`${server.url}/admin?tab=bookings`);
  await page.getByText('still to be set up').waitFor();
  const booked = page.getByRole('row').filter({ hasText: 'Bilal Ahmed' }).or(page.getByText('Bilal Ahmed'));
  await booked.first().waitFor();
  await look('dashboard');
  expect(texts.join('\n')).not.toMatch(/terminal/i);
  expect(page.errors).toEqual([]);
}, 180_000);

test('a used link says that the club is set up, and every step can be skipped', async () => {
  const server = await startServerProcess({ bank: false });
  const link = await setupLinkOf(server);
  const page = await openPage();
  await page.goto(link);
  await page.getByLabel('Your name').fill('Sana Malik');
  await page.getByLabel('Your email').fill('sana@smash.example');
  await page.getByLabel('Password').fill('Chenab-river-41');
  await page.getByRole('button', { name: 'Create my account' }).click();
  for (const step of ['Log in without a password', 'Your club', 'Bank account', 'Courts', 'Email']) {
    await page.getByRole('heading', { name: step, exact: true }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: step, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Skip this step' }).click();
  }
  await page.getByRole('heading', { name: 'Your club is ready' }).waitFor();
  expect(await page.locator('.open-steps > li').count()).toBe(6);
  const second = await openPage();
  await second.goto(link);
  await second.getByText('This club is set up already. Please log in instead.').waitFor();
  await second.goto(`${server.url}/booking`);
  const methods = await second.evaluate(
    () => JSON.parse(document.getElementById('page-data')?.textContent ?? '{}').payment_methods,
  );
  expect(methods).toEqual(['cash']);
  await server.close();
}, 60_000);
