import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright';
import { openAdminPage } from '../support/admin-session.ts';
import { findAxeViolations } from '../support/axe.ts';
import { DESKTOP, PHONE } from '../support/browser-pages-and-waits.ts';
import { makeTempDir } from '../support/data-dir.ts';
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

const backups = (page: Page) => page.getByRole('region', { name: 'Backups' });
const waitForSentence = (page: Page, sentence: string) => backups(page).getByText(sentence).first().waitFor();

test('the dashboard shows a missing, a successful and a failed backup', async () => {
  const page = await openAdminPage(club, '/admin?tab=settings');
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
});

const VIEWPORTS = [
  ['light', PHONE],
  ['dark', { width: 320, height: 700 }],
  ['light', DESKTOP],
  ['dark', DESKTOP],
] as const;

test.each(VIEWPORTS)('the backup status is readable in the %s theme at %p', async (colorScheme, viewport) => {
  const page = await openAdminPage(club, '/admin?tab=settings', { colorScheme, viewport });
  await backups(page).locator('summary').click();
  await backups(page).getByText('padel-club backup', { exact: true }).waitFor();
  await page.screenshot({ path: join(SCREENSHOTS, `backup-${viewport.width}-${colorScheme}.png`) });
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});
