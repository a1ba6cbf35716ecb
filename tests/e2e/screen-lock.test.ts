import { expect, test } from 'bun:test';
import { signInAsAdmin } from '../support/admin-session.ts';
import { findAxeViolations } from '../support/axe.ts';
import { openPage, PHONE } from '../support/browser-pages-and-waits.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const club = serverForTestFile();

test('the reception locks the screen, and only the PIN opens it again', async () => {
  const page = await openPage({ viewport: PHONE });
  await signInAsAdmin(page, club, 'staff');
  await page.goto(`${club.url}/admin?tab=bookings`);
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Lock this screen' });
  await dialog.getByRole('button', { name: 'Lock now' }).click();
  await dialog.getByText('Please choose a PIN first.').waitFor();
  await dialog.getByLabel('New PIN').fill('2468');
  await dialog.getByRole('button', { name: 'Save the PIN' }).click();
  await page.getByText('PIN saved').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Lock now' }).click();
  await page.getByRole('heading', { name: 'Locked' }).waitFor();
  expect((await page.request.get(`${club.url}/api/admin/inbox`)).status()).toBe(403);
  await page.reload();
  const pin = page.getByLabel('PIN');
  await pin.waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await pin.fill('1111');
  await page.keyboard.press('Enter');
  await page.getByText('This PIN is wrong. 4 tries are left.').waitFor();
  await pin.fill('2468');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Bookings', selected: true }).waitFor();
}, 180_000);
