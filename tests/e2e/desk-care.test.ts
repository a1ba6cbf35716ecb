import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright';
import { axeFindings } from '../support/axe.ts';
import { DESKTOP, openPage, PHONE } from '../support/browser.ts';
import { runCommand } from '../support/command.ts';
import { newFolder } from '../support/data-folder.ts';
import { signInAsAdmin } from '../support/desk.ts';
import { type RunningClub, startClub } from '../support/executable.ts';

const PICTURES = resolve(import.meta.dir, '../artefacts/admin');
let club: RunningClub;
beforeAll(async () => {
  const dataDir = newFolder();
  writeFileSync(join(dataDir, 'club.toml'), '[backup]\nat = ""\n');
  club = await startClub({ dataDir });
});
afterAll(() => club.close());

async function openDesk(path: string, options: Parameters<typeof openPage>[0] = {}) {
  const page = await openPage({ viewport: DESKTOP, reducedMotion: 'reduce', ...options });
  await signInAsAdmin(page, club);
  await page.goto(club.url + path);
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  return page;
}
const backups = (page: Page) => page.getByRole('region', { name: 'Backups' });
const says = (page: Page, sentence: string) => backups(page).getByText(sentence).first().waitFor();

test('the dashboard says that no backup was made, then which one was, then what went wrong', async () => {
  const page = await openDesk('/admin');
  await says(page, 'No backup of this club has been made yet. The daily backup is off.');

  const made = await runCommand(['backup', '--data', club.dataDir]);
  expect(made.code).toBe(0);
  const file = made.out.trim().split('/').at(-1) ?? '';
  await page.reload();
  const line = backups(page).locator('summary').filter({ hasText: 'Last backup' });
  await line.click();
  expect(await line.textContent()).toMatch(
    /Last backup \w+ \d+, .*M, [\d.]+ [KM]B. The daily backup is off.$/,
  );
  await backups(page).getByText(file, { exact: true }).waitFor();
  await backups(page).getByText(join(club.dataDir, 'backups'), { exact: true }).waitFor();
  expect(await backups(page).getByText('No backup of this club').count()).toBe(0);

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
  await says(page, 'The last backup is 3 days old. The last attempt failed: The stick is full. Last backup');
  expect(page.errors).toEqual([]);
  await page.context().close();
});

test.each([
  ['light', PHONE],
  ['dark', { width: 320, height: 700 }],
  ['light', DESKTOP],
  ['dark', DESKTOP],
] as const)('it can be read by %s at %p', async (colorScheme, viewport) => {
  const page = await openDesk('/admin', { colorScheme, viewport });
  await backups(page).locator('summary').click();
  await backups(page).getByText('padel-club backup', { exact: true }).waitFor();
  await page.screenshot({ path: join(PICTURES, `backup-${viewport.width}-${colorScheme}.png`) });
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.context().close();
});
