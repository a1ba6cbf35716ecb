import { expect, test } from 'bun:test';
import { adminPageOpener } from '../support/admin-session.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const club = serverForTestFile();
const openAdmin = adminPageOpener(club);

test('an owner adds a calendar feed, copies its address and revokes it', async () => {
  const admin = await openAdmin('/admin?tab=courts');
  await admin.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await admin.getByRole('button', { name: 'Add a feed' }).click();
  await admin.getByRole('dialog').getByLabel('Name').fill('My phone');
  await admin.getByRole('button', { name: 'Add the feed' }).click();
  const address = await admin.getByRole('textbox', { name: 'Address' }).inputValue();
  await admin.getByRole('button', { name: 'Copy' }).click();
  expect(await admin.evaluate(() => navigator.clipboard.readText())).toBe(address);
  const path = new URL(address).pathname;
  expect(await (await fetch(club.url + path)).text()).toStartWith('BEGIN:VCALENDAR');
  await admin.getByRole('button', { name: 'Done' }).click();
  await admin.getByRole('button', { name: 'Revoke My phone' }).click();
  await admin.getByText('There are no feeds yet.').waitFor();
  expect((await fetch(club.url + path)).status).toBe(404);
  expect(admin.errors).toEqual([]);
});
