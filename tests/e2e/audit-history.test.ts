import { expect, test } from 'bun:test';
import { addDays } from '../../src/domain/business-day.ts';
import { adminPageOpener } from '../support/admin-session.ts';
import { checkScreen } from '../support/axe.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { runCommand } from '../support/run-command.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const club = serverForTestFile();
const openAdmin = adminPageOpener(club);

test('the history of a court names its editors, the history of a user the operator who promoted it', async () => {
  const page = await openAdmin('/admin?tab=courts');
  const save = async (label: string, value: string) => {
    await page.getByRole('button', { name: 'Edit Court 1' }).click();
    await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(value);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await save('Hourly rate (PKR)', '6500');
  await save('Name', 'Court 1 - Centre');
  const day = addDays(clubToday(), 1);
  const closed = await page.evaluate(
    (body) =>
      fetch('/api/admin/closures', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }).then((answer) => answer.status),
    JSON.stringify({ court_id: 1, date: day, slots: ['10:00', '10:30'], reason: 'New nets' }),
  );
  expect(closed).toBe(201);
  await page.reload();
  await page.getByRole('button', { name: 'Edit Court 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit court' });
  await dialog.getByText('History', { exact: true }).click();
  const lines = dialog.locator('.admin-history > li');
  await lines.nth(2).waitFor();
  expect(await lines.locator('span:first-child').allTextContents()).toEqual([
    expect.stringMatching(/^Closed on .*, 10 AM – 11 AM$/),
    'Renamed from “Court 1 - Premium Panoramic” to “Court 1 - Centre”',
    'Hourly rate from PKR 5,000 to PKR 6,500',
  ]);
  expect(await lines.first().locator('.muted').textContent()).toContain('Sana Butt');
  await checkScreen(page, 'court-history');
  await page.keyboard.press('Escape');

  const email = club.database(
    (db) => db.query<{ email: string }, []>('SELECT email FROM user ORDER BY id DESC').get()?.email ?? '',
  );
  await runCommand(['demote', email, '--data', club.dataDir]);
  await runCommand(['promote', email, '--data', club.dataDir]);
  await page.goto(`${club.url}/admin?tab=users`);
  await page
    .getByRole('row')
    .filter({ hasText: email })
    .getByRole('link', { name: 'Sana Butt', exact: true })
    .click();
  const drawer = page.getByRole('dialog', { name: 'Sana Butt' });
  await drawer.getByText('Made an owner').waitFor();
  await drawer.getByText('operator (command line)').first().waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => !url.searchParams.has('user'));
  expect(page.errors).toEqual([]);
});
