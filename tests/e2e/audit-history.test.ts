import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join, resolve } from 'node:path';
import { addDays } from '../../src/domain/business-day.ts';
import { openAdminPage } from '../support/admin-session.ts';
import { findAxeViolations } from '../support/axe.ts';
import { DESKTOP, PHONE } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { runCommand } from '../support/run-command.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const SCREENSHOTS = resolve(import.meta.dir, '../artefacts/admin');
const club = serverForTestFile();

test('the history of a court names its editors, the history of a user the operator who promoted it', async () => {
  const page = await openAdminPage(club, '/admin?tab=courts');
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
    expect.stringMatching(/^Closed on .*, 10:00 AM – 11:00 AM$/),
    'Renamed from “Court 1 - Premium Panoramic” to “Court 1 - Centre”',
    'Hourly rate from PKR 5,000 to PKR 6,500',
  ]);
  expect(await lines.first().locator('.muted').textContent()).toContain('Sana Butt');
  await page.screenshot({ path: join(SCREENSHOTS, 'court-history-1280.png') });
  await page.keyboard.press('Escape');

  const db = new Database(join(club.dataDir, 'club.db'), { readonly: true });
  const adminUser = db
    .query<{ id: number; email: string }, []>('SELECT id, email FROM user ORDER BY id DESC')
    .get();
  db.close();
  await runCommand(['demote', adminUser?.email ?? '', '--data', club.dataDir]);
  await runCommand(['promote', adminUser?.email ?? '', '--data', club.dataDir]);
  await page.goto(`${club.url}/admin?tab=users`);
  await page
    .getByRole('row')
    .filter({ hasText: adminUser?.email ?? '-' })
    .getByRole('link', { name: 'Sana Butt', exact: true })
    .click();
  const drawer = page.getByRole('dialog', { name: 'Sana Butt' });
  await drawer.getByText('Made an owner').waitFor();
  await drawer.getByText('operator (command line)').first().waitFor();
  await page.screenshot({ path: join(SCREENSHOTS, 'user-history-1280.png') });
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => !url.searchParams.has('user'));
  expect(page.errors).toEqual([]);
});

const VIEWPORTS = [
  ['light', PHONE],
  ['dark', { width: 320, height: 700 }],
  ['light', DESKTOP],
  ['dark', DESKTOP],
] as const;

test.each(VIEWPORTS)('histories are readable in the %s theme at %p', async (colorScheme, viewport) => {
  for (const [name, path] of [
    ['court', '/admin?tab=courts'],
    ['user', '/admin?tab=users&user=1'],
  ] as const) {
    const page = await openAdminPage(club, path, { colorScheme, viewport });
    if (name === 'court') {
      await page.getByRole('button', { name: 'Edit Court 1' }).click();
      await page.getByRole('dialog').getByText('History', { exact: true }).click();
    }
    await page.locator('.admin-history > li').last().scrollIntoViewIfNeeded();
    await page.screenshot({
      path: join(SCREENSHOTS, `${name}-history-${viewport.width}-${colorScheme}.png`),
    });
    expect([name, await findAxeViolations(page)]).toEqual([name, []]);
    expect([name, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([
      name,
      0,
    ]);
  }
});
