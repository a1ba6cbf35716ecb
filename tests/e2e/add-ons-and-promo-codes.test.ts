/** Rackets and a code, from the owner's page through the wizard to letter, receipt, ledger and desk. */
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright';
import { signInAsAdmin } from '../support/admin-session.ts';
import { findAxeViolations } from '../support/axe.ts';
import { wizardPageOpener } from '../support/booking-wizard.ts';
import { DESKTOP, openPage, PHONE } from '../support/browser-pages-and-waits.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const SCREENSHOTS = resolve(import.meta.dir, '../artefacts/extras');
const club = serverForTestFile();
const openWizardPage = wizardPageOpener(() => club);

/** Takes pictures in both widths and schemes; axe finds nothing in any of them. */
const look = async (page: Page, name: string) => {
  const before = page.viewportSize() ?? PHONE;
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const file = `${name}-${viewport.width}-${colorScheme}.png`;
      await page.screenshot({
        path: join(SCREENSHOTS, file),
        fullPage: !name.includes('dialog'),
        animations: 'disabled',
      });
      expect([file, await findAxeViolations(page)]).toEqual([file, []]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([file, width]).toEqual([file, viewport.width]);
    }
  }
  await page.setViewportSize(before);
};

const savedEmails = () =>
  readdirSync(join(club.dataDir, 'outbox'))
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(club.dataDir, 'outbox', name), 'utf8'));

test('rackets and a code go from the owner through the wizard to letter, receipt, ledger and desk', async () => {
  const admin = await openPage({ viewport: DESKTOP, reducedMotion: 'reduce' });
  await signInAsAdmin(admin, club);
  await admin.goto(`${club.url}/admin?tab=extras`);
  await admin.getByRole('button', { name: 'Add an add-on' }).click();
  const addOn = admin.getByRole('dialog', { name: 'Add an add-on' });
  await addOn.getByRole('button', { name: 'Save' }).click();
  await addOn.getByRole('link', { name: /Please enter a name/ }).waitFor();
  await look(admin, 'add-on-dialog');
  await addOn.getByLabel('Name').fill('Racket');
  await addOn.getByLabel('Price (PKR)').fill('500');
  await addOn.getByLabel('How many the club has').fill('4');
  await addOn.getByRole('button', { name: 'Save' }).click();
  await admin.getByText('PKR 500 per booking, 4 at one time').waitFor();
  await admin.getByRole('button', { name: 'Add a code' }).click();
  const code = admin.getByRole('dialog', { name: 'Add a code' });
  await code.getByLabel('Code (optional)').fill('welcome-10');
  await code.getByLabel('Name').fill('Flyer');
  await code.getByLabel('Off', { exact: true }).fill('10');
  await look(admin, 'code-dialog');
  await code.getByRole('button', { name: 'Save' }).click();
  await admin.getByText('Flyer, 10% off, used 0 times').waitFor();
  await look(admin, 'owner');

  const { page, wizard } = await openWizardPage({ viewport: PHONE });
  await wizard.open();
  await wizard.tap(36, 37);
  await wizard.next();
  await wizard.fillGuest();
  const more = page.getByRole('button', { name: 'One more: Racket' });
  await more.waitFor();
  // By keyboard, because the stepper is a pair of plain buttons.
  await more.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await wizard.bar.getByText('PKR 6,000').waitFor();
  await look(page, 'step-2');
  await wizard.next();
  await page.getByRole('radio', { name: 'Bank Transfer' }).check();
  await page.getByText('Have a code?').click();
  await page.getByLabel('Code', { exact: true }).fill('WRONG');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('This code is not known. Please check it.').waitFor();
  await look(page, 'step-3-wrong');
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
  await look(page, 'step-3');
  await wizard.complete();
  await page.getByRole('heading', { name: 'Your court is held' }).waitFor();
  const ticket = page.getByRole('region', { name: 'Your booking' });
  await ticket.getByText('Racket × 2').waitFor();
  await ticket.getByText('Code WELCOME10').waitFor();
  await look(page, 'success');

  await page.goto(`${club.url}/receipt?booking_id=1`);
  await page.getByRole('heading', { name: 'Invoice I-1' }).waitFor();
  for (const line of ['Court, 1 hour at PKR 5,000', 'Code WELCOME10', 'Racket × 2']) {
    await page.getByRole('cell', { name: line }).waitFor();
  }
  await look(page, 'invoice');

  const deadline = Date.now() + 15_000;
  const hasLetter = () => savedEmails().some((email) => /Racket =C3=97 2|Racket × 2/.test(email));
  while (!hasLetter() && Date.now() < deadline) await Bun.sleep(200);
  expect(hasLetter()).toBe(true);

  await admin.goto(`${club.url}/admin?booking=1`);
  const drawer = admin.getByRole('dialog', { name: 'Booking #1' });
  await drawer.getByText('Racket × 2').waitFor();
  await drawer.getByRole('button', { name: 'Add-ons' }).click();
  const choice = admin.getByRole('dialog', { name: 'Add-ons of booking #1' });
  await choice.getByText('4 left').waitFor();
  await choice.getByRole('button', { name: 'One more: Racket' }).click();
  await look(admin, 'drawer-dialog');
  await choice.getByRole('button', { name: 'Save' }).click();
  await drawer.getByText('Racket × 3').waitFor();
  await drawer.getByText('PKR 6,000 to collect').waitFor();
  await look(admin, 'drawer-dialog-after');
  await drawer.getByRole('button', { name: 'Approve payment' }).click();
  await drawer.waitFor({ state: 'detached' });
  await admin.goto(`${club.url}/admin?tab=money`);
  await admin.getByText('PKR 6,000').first().waitFor();
  expect([...page.errors, ...admin.errors].filter((error) => !/422/.test(error))).toEqual([]);
}, 240_000);
