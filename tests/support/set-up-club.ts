import { expect } from 'bun:test';
import type { Page } from 'playwright';
import { TEST_IBAN } from './test-bank-account.ts';
import { addVirtualAuthenticator } from './virtual-authenticator.ts';
import { waitUntil } from './wait-until.ts';

/** The link that the executable prints for the owner of a new club. */
export async function setupLinkOf(server: { output: () => string }): Promise<string> {
  return waitUntil(() => /"event":"set up the club","url":"([^"]+)"/.exec(server.output())?.[1] ?? '');
}

/** The owner's first evening, from the printed link to a club that takes bookings; `look` is called at each step. */
export async function setUpClub(
  page: Page,
  link: string,
  {
    mailUrl,
    look = async () => {},
  }: {
    /** The mail server that the owner sets; without one, the step is skipped. */
    mailUrl?: string;
    look?: (step: string) => Promise<void>;
  } = {},
): Promise<void> {
  await page.goto(link);
  await page.getByRole('heading', { name: 'Welcome! Set up your club' }).waitFor();
  expect(page.url()).not.toContain('#');
  await look('account');
  await page.getByLabel('Your name').fill('Sana Malik');
  await page.getByLabel('Your email').fill('sana@smash.example');
  await page.getByLabel('Password').fill('Chenab-river-41');
  await page.getByRole('button', { name: 'Create my account' }).click();

  await page.getByRole('heading', { name: 'Your site’s address' }).waitFor();
  await look('address');
  const { origin } = new URL(link);
  if (origin.startsWith('https://')) {
    expect(await page.getByLabel('Address of the site').inputValue()).toBe(origin);
    await page.getByRole('button', { name: 'Save and continue' }).click();
  } else await page.getByRole('button', { name: 'Skip this step' }).click();

  await page.getByRole('heading', { name: 'Log in without a password' }).waitFor();
  await look('passkey');
  await addVirtualAuthenticator(page);
  await page.getByRole('button', { name: 'Create the passkey' }).click();

  await page.getByRole('heading', { name: 'Your club' }).waitFor();
  // Nobody saves a new club's examples.
  expect(await page.getByLabel('Phone').inputValue()).toBe('');
  await page.getByLabel('Name of the club').fill('Smash Padel Lahore');
  await page.getByLabel('City').fill('Lahore');
  await page.getByLabel('Phone').fill('+92 42 1112223');
  await page.getByLabel('WhatsApp number').fill('0300 1112223');
  await page.getByLabel('Email', { exact: true }).fill('desk@smash.example');
  await page.getByLabel('Address').fill('12 Mall Road, Lahore');
  await look('club');
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await page.getByRole('heading', { name: 'Courts, hours and prices' }).waitFor();
  await page.locator('header .brand').getByText('Smash Padel Lahore').waitFor();
  await page.locator('footer .footer-end').getByText('© 2025 Smash Padel Lahore').waitFor();
  await page.getByLabel('Number of courts').fill('3');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.getByText('Please enter the price of an hour in the evening.').waitFor();
  await page.getByLabel('Price of an hour in the evening (PKR)').fill('6,000');
  await page.getByLabel('Price of an hour in the morning and during the day (PKR)').fill('5,000');
  await page.getByLabel('Opens at').selectOption('9 AM');
  await page.getByLabel('Closes at').selectOption('2 AM');
  await page.getByText('Every day, 9 AM – 2 AM.').waitFor();
  // What nobody entered is claimed of no court.
  expect(await page.getByText(/Panoramic|Terracotta|Climate/i).count()).toBe(0);
  await page.getByText('Court 3 · A full-size padel court', { exact: false }).click();
  await page.getByLabel('Name', { exact: true }).filter({ visible: true }).fill('Court 3 - Garden');
  await page.getByLabel('Surface and equipment').filter({ visible: true }).fill('Blue turf, LED lighting');
  await look('courts');
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await page.getByRole('heading', { name: 'Bank account' }).waitFor();
  await page.getByLabel('Account title').fill('Smash Padel (Pvt) Ltd');
  await page.getByLabel('Bank', { exact: true }).fill('Meezan Bank');
  await page.getByLabel('IBAN').fill(TEST_IBAN.replace(/8$/, '9'));
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.getByRole('alert').filter({ hasText: 'its check digits don’t match' }).waitFor();
  // An icon would lie over the last digits, just when they are compared.
  const icon = (element: Element) => getComputedStyle(element).backgroundImage;
  expect(await page.locator('input[aria-invalid=true]').evaluateAll((all) => all.length)).toBe(1);
  expect(await page.getByLabel('IBAN').evaluate(icon)).toBe('none');
  await page.getByLabel('IBAN').fill('PK58 MEZN 0099 8800 1234 5678');
  await look('bank');
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await page.getByRole('heading', { name: 'Email' }).waitFor();
  if (mailUrl) {
    await page.getByLabel('Mail server').fill('127.0.0.1');
    await page.getByLabel('Port').fill(new URL(mailUrl).port);
    await look('email');
    await page.getByRole('button', { name: 'Try and continue' }).click();
  } else await page.getByRole('button', { name: 'Skip this step' }).click();
  await page.getByRole('heading', { name: 'Your club is ready' }).waitFor();
  await look('done');
}
