import { expect, test } from 'bun:test';
import type { Page } from 'playwright';
import { registrationBody } from '../support/accounts.ts';
import { checkScreen } from '../support/axe.ts';
import { openPage } from '../support/browser-pages-and-waits.ts';
import { waitForEmailLink } from '../support/email-link.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const club = serverForTestFile({ publicHost: '127.0.0.1' });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

test('a member downloads their data and deletes the account; a guest does so with a link from the desk', async () => {
  const page = await openPage();
  const registered = await page.request.post(`${club.url}/api/auth/register`, {
    headers: { origin: club.url },
    data: registrationBody({ email: 'leaves@example.com', phone: '' }),
  });
  expect(registered.status()).toBe(201);
  await page.goto(`${club.url}/account`);
  await page.getByRole('heading', { name: 'Your data' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download my data' }).click();
  expect((await download).suggestedFilename()).toBe('my-data.zip');
  await button(page, 'Delete my account').click();
  await checkScreen(page, 'your-data');
  await button(page, 'Delete my account for good').click();
  await page.waitForURL(`${club.url}/`);
  const users = club.database((db) =>
    db.query("SELECT 1 FROM user WHERE email = 'leaves@example.com'").all(),
  );
  expect(users).toEqual([]);

  const cookie = insertUserSession(club.dataDir, { email: 'desk@example.com', name: 'Desk', is_admin: true });
  const sent = await fetch(`${club.url}/api/admin/personal-data`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ email: 'guest@example.com' }),
  });
  expect(sent.status).toBe(200);
  await page.goto(await waitForEmailLink(club.dataDir, 'guest@example.com', '/my-data#token='));
  await button(page, 'Delete my data').click();
  await checkScreen(page, 'my-data');
  await button(page, 'Delete my data for good').click();
  await page.getByText('Your data has been deleted.').waitFor();
});
