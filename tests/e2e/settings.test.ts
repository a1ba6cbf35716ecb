/** The Settings tab in a browser: every page saves, shows before what customers will see, and passes axe. */

import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { addDays } from '../../src/domain/business-day.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { checkScreen } from '../support/axe.ts';
import { bookAsGuest } from '../support/booking-wizard.ts';
import { DESKTOP, PHONE, pageOpener } from '../support/browser-pages-and-waits.ts';
import { makeTempDir } from '../support/data-dir.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { startSmsGateway } from '../support/message-servers.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { startServerProcess } from '../support/server-process.ts';
import { TEST_IBAN } from '../support/test-bank-account.ts';
import { createPng } from '../support/test-images.ts';
import { addVirtualAuthenticator } from '../support/virtual-authenticator.ts';
import { waitUntil } from '../support/wait-until.ts';

const club = serverForTestFile({
  bank: false,
  publicHost: 'localhost',
  env: { META_PIXEL_ID: '5501', SMTP_URL: 'smtp://127.0.0.1:9' },
});

const open = pageOpener({ viewport: DESKTOP });

async function openSettings(page: Page, id: string): Promise<void> {
  await page.goto(`${club.url}/admin?tab=settings&page=${id}`);
  await page.locator('.settings-page h3').waitFor();
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

test('a change applies at once, with a preview before and the history after; a locked field says why', async () => {
  const page = await open();
  await signInAsAdmin(page, club);
  await openSettings(page, 'club');
  await page.getByLabel('Name of the club').fill('Smash Padel');
  await page.getByRole('figure').getByText('Smash Padel').waitFor();
  await page.getByLabel('WhatsApp number').fill('0300 7654321');
  await save(page);
  await page.getByText('The site shows it now.').first().waitFor();
  expect(await (await fetch(club.url)).text()).toContain('Smash Padel');

  expect(await page.getByLabel('WhatsApp number').inputValue()).toBe('923007654321');
  // Earlier emails name a place on one long page.
  await page.goto(`${club.url}/admin?tab=settings#settings-messages`);
  await page.getByLabel('Greeting').fill('Assalam-o-alaikum');
  await page.getByLabel('Signature').fill('See you on court\nTeam Smash');
  await page.getByLabel('Quiet hours begin').selectOption('23');
  const messages = page.getByRole('figure');
  await messages.getByText('Assalam-o-alaikum Ayesha Khan,').waitFor();
  await messages.getByText('From 11 PM to 8 AM phones stay silent').waitFor();
  await save(page);
  await page.getByText('The site shows it now.').first().waitFor();

  await page.getByRole('link', { name: 'Answer times' }).click();
  await page.getByLabel('Hours until a dispute is answered').fill('24');
  await save(page);
  await waitUntil(async () =>
    (await (await fetch(`${club.url}/return-refund-policy`)).text())
      .replaceAll('<!-- -->', '')
      .includes('dispute within 24 hours'),
  );
  await page.getByRole('link', { name: 'Booking rules' }).click();
  await page.getByLabel('Days ahead that customers can book').fill('0');
  await save(page);
  await page.getByText('Please enter at least 1.').first().waitFor();
  await checkScreen(page, 'settings');
  await page.getByRole('link', { name: 'Staff rights' }).click();
  await page.getByRole('switch', { name: 'Staff need a passkey or an authenticator app' }).check();
  await page.getByRole('link', { name: 'Map and social links' }).click();
  await page.getByText('Advanced').click();
  expect(await page.getByLabel('Meta pixel').isDisabled()).toBe(true);
  await page.getByText('Locked: the person who runs the server has set it there.').waitFor();
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByText('from “Padel Club Faisalabad” to “Smash Padel”').waitFor();
});

test("a test text message shows the gateway's answer, accepted or not", async () => {
  const answers = ['ERROR 204 insufficient balance', 'OK 1701'];
  const gateway = startSmsGateway((_, index) => new Response(answers[index] ?? ''));
  const site = await startServerProcess({
    env: { SMS_URL: `${gateway.url}/?to={to}&text={text}`, SMS_SUCCESS: 'OK' },
  });
  const page = await open();
  await signInAsAdmin(page, site);
  await page.goto(`${site.url}/admin?tab=settings&page=messages`);
  const form = page.getByRole('form', { name: 'Test text message' });
  await form.getByLabel('Phone').fill('0301 7654321');
  const send = () => form.getByRole('button', { name: 'Send a test message' }).click();
  await send();
  await form.getByText('The gateway did not accept the message.').waitFor();
  await form.getByText('ERROR 204 insufficient balance').waitFor();
  await send();
  await form.getByText('The gateway accepted the message.').waitFor();
  await form.getByText('OK 1701').waitFor();
  expect(gateway.requests.map(({ to }) => to)).toEqual(['+923017654321', '+923017654321']);
  await checkScreen(page, 'settings-test-text');
  await site.close();
  gateway.close();
});

test('a picture of the wrong kind is rejected with a sentence, and a right one is shown', async () => {
  const page = await open();
  await signInAsAdmin(page, club);
  await openSettings(page, 'landing');
  const folder = makeTempDir();
  const file = (name: string, bytes: Uint8Array | string) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  const field = page.getByLabel('Choose: Picture of the welcome');
  const refusal = page.locator('.settings-page').getByRole('alert');
  await field.setInputFiles(file('drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await refusal.filter({ hasText: 'SVG drawings aren’t accepted.' }).waitFor();
  await field.setInputFiles(file('court.png', createPng(640, 400)));
  await page.getByRole('img', { name: 'Picture of the welcome' }).waitFor();
});

test('a new bank account asks for the passkey; one step emails it to customers, and every owner gets an email', async () => {
  const page = await open();
  await addVirtualAuthenticator(page);
  await signInAsAdmin(page, club);
  await page.goto(`${club.url}/account#login-security`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Create the passkey' }).click();
  await page.getByRole('list', { name: 'Your passkeys' }).waitFor();
  const account = { account_title: 'Smash Padel (Pvt) Ltd', bank_name: 'Meezan Bank', iban: TEST_IBAN };
  const changes = Object.fromEntries(Object.entries(account).map(([key, value]) => [`bank.${key}`, value]));
  const saved = await page.request.put(`${club.url}/api/admin/settings`, { data: { changes } });
  expect(saved.status()).toBe(200);
  const date = addDays(clubToday(), 2);
  const booked = await bookAsGuest(club.url, { date, name: 'Ayesha Khan', payment_method: 'bank_transfer' });
  expect(booked.status).toBe(201);

  club.database((db) =>
    db.query("UPDATE session SET sess = json_set(sess, '$.proven', ?)").run(Date.now() - 11 * 60_000),
  );
  await openSettings(page, 'bank');
  await page.getByLabel('IBAN').fill('GB33 BUKB 2020 1555 5555 55');
  await save(page);
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  const list = page.getByRole('region', { name: 'Customers who have the earlier account' });
  await list.getByText('Ayesha Khan').waitFor();
  await list.getByText('Told PK58 MEZN 0099 8800 1234 5678').waitFor();
  await checkScreen(page, 'bank-changed');
  await list.getByRole('button', { name: 'Email the new account to 1 customer' }).click();
  await list.waitFor({ state: 'detached' });
  const kinds = club.database((db) => db.query<{ kind: string }, []>('SELECT kind FROM outbox').all());
  expect(kinds.filter(({ kind }) => kind === 'booking.bank_changed')).toHaveLength(1);
  expect(kinds.filter(({ kind }) => kind === 'bank_changed').length).toBeGreaterThan(0);
});

test('on a phone a page has one way back, and copies ask where before how', async () => {
  const page = await open({ viewport: PHONE });
  await signInAsAdmin(page, club);
  await openSettings(page, 'copies');
  expect(await page.getByRole('tablist').count()).toBe(0);
  const where = page.getByLabel('Copies on another disk or online', { exact: true });
  const shown = () =>
    page.locator('.settings-form input:visible').evaluateAll((all) => all.map(({ id }) => id));
  expect([await where.inputValue(), await shown()]).toEqual(['none', []]);
  await where.selectOption('bucket');
  const fields = ['bucket', 'endpoint', 'access_key_id', 'secret_access_key'];
  expect(await shown()).toEqual(fields.map((name) => `field-${name}`));
  await page.getByText('Advanced', { exact: true }).click();
  await page.getByLabel('Region').waitFor();
  await page.getByLabel('Folder of the daily backup').waitFor();
  await checkScreen(page, 'settings-copies');
  const save = page.getByRole('button', { name: 'Try and save' });
  await save.click();
  await page.getByText('Please enter the bucket.').first().waitFor();

  await page.getByLabel('Bucket', { exact: true }).fill('club');
  await where.selectOption('folder');
  const folder = makeTempDir();
  await page.getByLabel('Folder', { exact: true }).fill(folder);
  await save.click();
  await page.getByText('It works, and is in use now.').first().waitFor();
  // What was typed for the other place is not saved.
  const { data } = await (await page.request.get(`${club.url}/api/admin/machine-settings`)).json();
  expect(data.copies).toMatchObject({ folder, bucket: '' });
  await page.reload();
  await page.getByLabel('Folder', { exact: true }).waitFor();
  await where.selectOption('none');
  await save.click();
  await page.getByText('It works, and is in use now.').first().waitFor();

  await page.getByRole('link', { name: 'All settings' }).click();
  await page.getByRole('link', { name: 'Booking rules' }).click();
  await page.getByRole('link', { name: 'All settings' }).waitFor();
}, 120_000);
