import { beforeAll, expect, test } from 'bun:test';
import { addDays } from '../../src/domain/business-day.ts';
import { adminPageOpener } from '../support/admin-session.ts';
import { checkScreen } from '../support/axe.ts';
import { bookAsGuest } from '../support/booking-wizard.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { waitUntil } from '../support/wait-until.ts';

const club = serverForTestFile();
const openAdmin = adminPageOpener(club);

beforeAll(async () => {
  const date = addDays(clubToday(), 3);
  for (const court_id of [1, 2]) await bookAsGuest(club.url, { date, court_id });
  await waitUntil(() => countSent() === 4);
  club.database((db) =>
    db.run(
      "UPDATE outbox SET state = 'failed', attempts = 31, reason = 'refused: 550 No such user here' WHERE id = 1",
    ),
  );
});

const countSent = () =>
  club.database((db) => db.query("SELECT id FROM outbox WHERE state = 'sent'").all().length);

test('a failed email is listed with its reason, Retry saves it as a file, never as sent, and the drawer lists it', async () => {
  const page = await openAdmin('/admin?tab=outbox');
  await page.waitForSelector('.outbox-item');
  await page.getByText('No mail server is set up.').waitFor();
  const item = page.locator('.outbox-item');
  expect(await item.count()).toBe(1);
  expect(await item.textContent()).toContain('550 No such user here');
  await page.getByRole('button', { name: /^Retry/ }).click();
  await page.getByText('No message failed.').waitFor();
  await waitUntil(() => countSent() === 4);
  await page.getByRole('button', { name: /^Saved as file/ }).click();
  await page.getByText('To the club: new booking').first().waitFor();
  expect(page.url()).toContain('status=saved');
  expect(await page.locator('.outbox-list').textContent()).not.toMatch(/Sent/);
  await checkScreen(page, 'outbox');
  await page.goto(`${club.url}/admin?tab=outbox&booking=1`);
  await page.getByRole('dialog').getByText('Message log', { exact: true }).click();
  await page.locator('dialog .outbox-item').first().waitFor();
  await checkScreen(page, 'outbox-of-a-booking');
  expect(page.errors).toEqual([]);
});
