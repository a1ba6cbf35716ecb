/** Rackets and a code, from the owner's page through the wizard to letter, receipt, ledger and desk. */
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signInAsAdmin } from '../support/admin-session.ts';
import { checkScreen } from '../support/axe.ts';
import { wizardPageOpener } from '../support/booking-wizard.ts';
import { DESKTOP, openPage } from '../support/browser-pages-and-waits.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { waitUntil } from '../support/wait-until.ts';

const club = serverForTestFile();
const openWizardPage = wizardPageOpener(() => club);

const savedEmails = () =>
  readdirSync(join(club.dataDir, 'outbox'))
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(club.dataDir, 'outbox', name), 'utf8'));

test('rackets and a code go from the owner through the wizard to email, receipt, ledger and desk', async () => {
  const admin = await openPage({ viewport: DESKTOP });
  await signInAsAdmin(admin, club);
  await admin.goto(`${club.url}/admin?tab=extras`);
  await admin.getByRole('button', { name: 'Add an add-on' }).click();
  const addOn = admin.getByRole('dialog', { name: 'Add an add-on' });
  await addOn.getByRole('button', { name: 'Save' }).click();
  await addOn.getByRole('link', { name: /Please enter a name/ }).waitFor();
  await checkScreen(admin, 'add-on-dialog');
  await addOn.getByLabel('Name').fill('Racket');
  await addOn.getByLabel('Price (PKR)').fill('500');
  await addOn.getByLabel('How many the club has').fill('4');
  await addOn.getByRole('button', { name: 'Save' }).click();
  await admin.getByText('PKR 500 per booking, 4 at one time').waitFor();
  await admin.getByRole('button', { name: 'Add a code' }).click();
  const code = admin.getByRole('dialog', { name: 'Add a code' });
  await code.getByLabel('Name').fill('Flyer');
  await code.getByLabel('Discount', { exact: true }).fill('10');
  // A code that is left empty would be a discount for everybody.
  await code.getByRole('button', { name: 'Save' }).click();
  await code.getByRole('link', { name: /A code must have 3 to 30 letters/ }).waitFor();
  expect(await admin.getByText('used 0 times').count()).toBe(0);
  await code.getByLabel('Code', { exact: true }).fill('welcome-10');
  await checkScreen(admin, 'code-dialog');
  await code.getByRole('button', { name: 'Save' }).click();
  await admin.getByText('Flyer, 10% off, used 0 times').waitFor();
  await checkScreen(admin, 'owner');

  const { page, wizard } = await openWizardPage();
  await wizard.openStarts();
  await wizard.start('Court 1', 36).click();
  await wizard.next();
  await wizard.fillGuest();
  const more = page.getByRole('button', { name: 'One more: Racket' });
  await more.waitFor();
  // By keyboard, because the stepper is a pair of plain buttons.
  await more.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await wizard.bar.getByText('PKR 6,000').waitFor();
  await checkScreen(page, 'step-2');
  await wizard.next();
  await page.getByRole('radio', { name: 'Bank Transfer' }).check();
  await page.getByText('Have a code?').click();
  await page.getByLabel('Code', { exact: true }).fill('WRONG');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('This code is not known. Please check it.').waitFor();
  await page.getByLabel('Code', { exact: true }).fill('welcome10');
  await wizard.complete();
  await page.getByText('Please apply the code, or clear it.').first().waitFor();
  await page.keyboard.press('Enter');
  await page
    .getByText('Code WELCOME10 takes PKR 500 off.')
    .or(page.getByText('takes PKR 500 off.'))
    .first()
    .waitFor();
  const summary = page.getByRole('region', { name: 'Booking Summary' });
  await summary.getByText('Racket × 2').waitFor();
  await summary.getByText('PKR 5,500').waitFor();
  await checkScreen(page, 'step-3');
  await wizard.complete();
  await page.getByRole('heading', { name: 'Held for you' }).waitFor();
  const ticket = page.getByRole('region', { name: 'Your booking' });
  await ticket.getByText('Racket × 2').waitFor();
  await ticket.getByText('Code WELCOME10').waitFor();

  await page.goto(`${club.url}/receipt?booking_id=1`);
  await page.getByRole('heading', { name: 'Invoice I-1' }).waitFor();
  for (const line of ['Court, 1 hour at PKR 5,000', 'Code WELCOME10', 'Racket × 2']) {
    await page.getByRole('cell', { name: line }).waitFor();
  }
  await checkScreen(page, 'invoice');

  await waitUntil(() => savedEmails().some((email) => /Racket =C3=97 2|Racket × 2/.test(email)));

  await admin.goto(`${club.url}/admin?booking=1`);
  const drawer = admin.getByRole('dialog', { name: 'Booking #1' });
  await drawer.getByText('Racket × 2').waitFor();
  await drawer.getByRole('button', { name: 'More actions' }).click();
  await drawer.getByRole('button', { name: 'Add-ons' }).click();
  const choice = admin.getByRole('dialog', { name: 'Add-ons for booking #1' });
  await choice.getByText('4 left').waitFor();
  await choice.getByRole('button', { name: 'One more: Racket' }).click();
  await checkScreen(admin, 'drawer-dialog');
  await choice.getByRole('button', { name: 'Save' }).click();
  await drawer.getByText('Racket × 3').waitFor();
  await drawer.getByText('PKR 6,000 to collect').waitFor();
  await drawer.getByRole('button', { name: /^Take payment/ }).click();
  await admin.getByRole('button', { name: 'Take PKR 6,000' }).click();
  await drawer.getByText('Settled', { exact: true }).waitFor();
  await admin.keyboard.press('Escape');
  await admin.getByRole('link', { name: 'Money' }).click();
  await admin.getByRole('tab', { name: 'Ledger' }).click();
  await admin.getByText('PKR 6,000').first().waitFor();
  expect([...page.errors, ...admin.errors].filter((error) => !/422/.test(error))).toEqual([]);
}, 240_000);
