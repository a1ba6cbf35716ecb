import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright';
import { addDays, longDate } from '../../src/domain/business-day.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { findAxeViolations } from '../support/axe.ts';
import { DESKTOP, openPage, PHONE } from '../support/browser.ts';
import { makeTempDir } from '../support/data-dir.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { runCommand } from '../support/run-command.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const SCREENSHOTS = resolve(import.meta.dir, '../artefacts/admin');
let club: ServerProcess;
beforeAll(async () => {
  const dataDir = makeTempDir();
  writeFileSync(join(dataDir, 'club.toml'), '[backup]\nat = ""\n');
  club = await startServerProcess({ dataDir });
});
afterAll(() => club.close());

async function openAdmin(path: string, options: Parameters<typeof openPage>[0] = {}) {
  const page = await openPage({ viewport: DESKTOP, reducedMotion: 'reduce', ...options });
  await signInAsAdmin(page, club);
  await page.goto(club.url + path);
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  return page;
}
const backups = (page: Page) => page.getByRole('region', { name: 'Backups' });
const waitForSentence = (page: Page, sentence: string) => backups(page).getByText(sentence).first().waitFor();

test('the dashboard shows a missing, a successful and a failed backup', async () => {
  const page = await openAdmin('/admin?tab=settings');
  await waitForSentence(page, 'This club has no backup yet. The daily backup is off.');

  const made = await runCommand(['backup', '--data', club.dataDir]);
  expect(made.exitCode).toBe(0);
  const file = made.stdout.trim().split('/').at(-1) ?? '';
  await page.reload();
  const line = backups(page).locator('summary').filter({ hasText: 'Last backup' });
  await line.click();
  expect(await line.textContent()).toMatch(
    /Last backup \w+ \d+, .*M, [\d.]+ [KM]B. The daily backup is off.$/,
  );
  await backups(page).getByText(file, { exact: true }).waitFor();
  await backups(page).getByText(join(club.dataDir, 'backups'), { exact: true }).waitFor();
  expect(await backups(page).getByText('This club has no backup yet').count()).toBe(0);

  const db = new Database(join(club.dataDir, 'club.db'));
  db.run('PRAGMA busy_timeout = 5000');
  db.run('UPDATE backup_run SET started_at = started_at - 1, finished_at = finished_at - 260000000');
  const now = Date.now();
  db.run("INSERT INTO backup_run (started_at, finished_at, message) VALUES (?, ?, 'The stick is full.')", [
    now,
    now,
  ]);
  db.close();
  await page.reload();
  await waitForSentence(
    page,
    'The last backup is 3 days old. The last attempt failed: The stick is full. Last backup',
  );
  expect(page.errors).toEqual([]);
  await page.context().close();
});

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
  await page.context().close();
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
    const page = await openAdmin(path, { colorScheme, viewport });
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
    await page.context().close();
  }
});

test.each(VIEWPORTS)('the backup status is readable in the %s theme at %p', async (colorScheme, viewport) => {
  const page = await openAdmin('/admin?tab=settings', { colorScheme, viewport });
  await backups(page).locator('summary').click();
  await backups(page).getByText('padel-club backup', { exact: true }).waitFor();
  await page.screenshot({ path: join(SCREENSHOTS, `backup-${viewport.width}-${colorScheme}.png`) });
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.context().close();
});

test('at midnight the day view shows both dates and the current slot without scrolling', async () => {
  const page = await openPage({ viewport: PHONE, reducedMotion: 'reduce' });
  await page.clock.install({ time: new Date('2026-11-22T00:40:00+05:00') });
  await signInAsAdmin(page, club);
  await page.goto(`${club.url}/admin?tab=tonight`);
  await page.getByRole('heading', { name: 'Tonight, Sat, Nov 21 (now Sun, Nov 22)' }).waitFor();
  const walkIn = page.getByRole('button', { name: 'Walk-in on Court 1 now' });
  await walkIn.waitFor();
  const box = await walkIn.boundingBox();
  expect(box && box.y + box.height).toBeLessThan(PHONE.height);
  // The grid below begins an hour before the same slot.
  const free = page.getByRole('button', { name: 'Court 1, 12:30 AM – 1:00 AM: free' });
  const grid = await page.locator('.admin-day-grid').boundingBox();
  const cell = await free.boundingBox();
  expect(cell && grid && cell.y - grid.y).toBeLessThan(300);
  const label = page.locator('.admin-next-day');
  expect(await label.textContent()).toBe('Sun, Nov 22');
  const over = await label.evaluate((at) => at.scrollWidth - (at.closest('th')?.clientWidth ?? 0));
  expect(over).toBeLessThanOrEqual(0);
  await page.context().close();
});

test('the walk-in dialog focuses the name, the closure dialog shows its day', async () => {
  const page = await openAdmin(`/admin?tab=tonight&date=${addDays(clubToday(), 1)}`);
  await page.getByRole('button', { name: /^Court 1, 6:00 PM.*free/ }).click();
  expect(await page.locator(':focus').getAttribute('name')).toBe('name');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close a court' }).click();
  const day = longDate(addDays(clubToday(), 1));
  await page.getByRole('dialog', { name: 'Close a court' }).getByText(day, { exact: true }).waitFor();
  await page.context().close();
});

test('charts without selected dates say that they show thirty days', async () => {
  const page = await openAdmin('/admin?tab=insights');
  await page.getByRole('button', { name: '30 days', pressed: true }).waitFor();
  expect(await page.getByRole('button', { name: 'All days' }).count()).toBe(0);
  await page.goto(`${club.url}/admin?tab=bookings`);
  await page.getByRole('button', { name: 'All days', pressed: true }).waitFor();
  await page.context().close();
});

// The last test of this file: the server's warning stays on every dashboard after it.
test('the dashboard warns of a proxy that forwards requests without TRUST_PROXY [fault 8]', async () => {
  const warning = 'TRUST_PROXY is not set, so all visitors share one rate limit';
  const before = await openAdmin('/admin');
  await before.getByRole('heading', { name: 'Now' }).waitFor();
  expect(await before.getByText(warning).count()).toBe(0);
  await before.context().close();
  await fetch(`${club.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
    body: '{}',
  });
  const page = await openAdmin('/admin');
  await page.getByText(warning).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.context().close();
});
