import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { adminPageOpener } from '../support/admin-session.ts';
import { checkScreen } from '../support/axe.ts';
import { makeTempDir } from '../support/data-dir.ts';
import { runCommand } from '../support/run-command.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const club = serverForTestFile(() => {
  const dataDir = makeTempDir();
  writeFileSync(join(dataDir, 'club.toml'), '[backup]\nat = ""\n');
  return { dataDir };
});
const openAdmin = adminPageOpener(club);

const backups = (page: Page) => page.getByRole('region', { name: 'Backups' });
const waitForSentence = (page: Page, sentence: string) => backups(page).getByText(sentence).first().waitFor();

test('the dashboard shows a missing, a successful and a failed backup', async () => {
  const page = await openAdmin('/admin?tab=settings&page=copies');
  await waitForSentence(page, 'This club has no backup yet. The daily backup is off.');

  const made = await runCommand(['backup', '--data', club.dataDir]);
  expect(made.exitCode).toBe(0);
  await page.reload();
  const line = backups(page).locator('summary').filter({ hasText: 'Last backup' });
  await line.click();
  expect(await line.textContent()).toMatch(
    /Last backup \w+ \d+, .*M, [\d.]+ [KM]B. The daily backup is off.$/,
  );
  // Where it lies is for who runs the server.
  expect(await backups(page).textContent()).not.toContain(club.dataDir);
  expect(await backups(page).getByText('This club has no backup yet').count()).toBe(0);

  club.database((db) => {
    db.run('UPDATE backup_run SET started_at = started_at - 1, finished_at = finished_at - 260000000');
    db.query('INSERT INTO backup_run (started_at, finished_at, message) VALUES (?1, ?1, ?2)').run(
      Date.now(),
      'The stick is full.',
    );
  });
  await page.reload();
  await waitForSentence(
    page,
    'The last backup is 3 days old. The last attempt failed: The stick is full. Last backup',
  );
  await backups(page).locator('summary').click();
  await backups(page).getByText('Daily backup', { exact: true }).waitFor();
  // A tab half below the bar of the site would count as too small.
  await page.evaluate(() => scrollTo(0, 0));
  await checkScreen(page, 'backup-status');
  expect(page.errors).toEqual([]);
});
