/** What the dashboard tells about the running of the club: backups, messages, history, feeds, the lock and warnings. */
import { beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { addDays } from '../../src/domain/business-day.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { checkScreen, findAxeViolations } from '../support/axe.ts';
import { bookAsGuest } from '../support/booking-wizard.ts';
import { DESKTOP, PHONE, pageOpener } from '../support/browser-pages-and-waits.ts';
import { makeTempDir } from '../support/data-dir.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { runCommand } from '../support/run-command.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { waitUntil } from '../support/wait-until.ts';

const club = serverForTestFile(() => {
  const dataDir = makeTempDir();
  writeFileSync(join(dataDir, 'club.toml'), '[backup]\nat = ""\n');
  return { dataDir };
});
const open = pageOpener({ viewport: DESKTOP });
async function openAdmin(path: string, role: 'owner' | 'staff' = 'owner') {
  const page = await open();
  await signInAsAdmin(page, club, role);
  await page.goto(club.url + path);
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  return page;
}

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
    /Last backup on this machine: \w+ \d+, .*M, [\d.]+ [KM]B. The daily backup is off. Copies on another disk or online: none yet.$/,
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

beforeAll(async () => {
  const date = addDays(clubToday(), 3);
  // The test of the history changes the rate of court 1, which would name its bookings.
  for (const start_time of ['18:00', '20:00']) await bookAsGuest(club.url, { date, start_time, court_id: 2 });
  await waitUntil(areAllSent);
  club.database((db) =>
    db.run(
      "UPDATE outbox SET state = 'failed', attempts = 31, reason = 'refused: 550 No such user here' WHERE id = 1",
    ),
  );
});

const areAllSent = () =>
  club.database((db) => db.query("SELECT id FROM outbox WHERE state <> 'sent'").all().length === 0);

test('a failed email is listed with its reason, Retry saves it as a file, never as sent, and the drawer lists it', async () => {
  const page = await openAdmin('/admin?tab=outbox');
  await page.waitForSelector('.outbox-item');
  await page.getByText('No mail server is set up.').waitFor();
  const item = page.locator('.outbox-item');
  expect(await item.count()).toBe(1);
  expect(await item.textContent()).toContain('550 No such user here');
  await page.getByRole('button', { name: /^Retry/ }).click();
  await page.getByText('No messages have failed.').waitFor();
  await waitUntil(areAllSent);
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

test("a court's history names its editors, a user's history the operator who promoted them", async () => {
  const page = await openAdmin('/admin?tab=courts');
  const save = async (label: string, value: string) => {
    await page.getByRole('button', { name: 'Edit Court 1' }).click();
    await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(value);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    if (label.startsWith('Hourly')) {
      // A price is seen beside the old one before it counts.
      const prices = page.getByRole('dialog').getByRole('table').first();
      expect(await prices.textContent()).toMatch(/PKR 5,000\s*PKR 6,500/);
      // By day it is more than a third more.
      await page.getByRole('checkbox', { name: /more than a third/ }).check();
      await page.getByRole('button', { name: 'Save these prices' }).click();
    }
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await save('Hourly rate (PKR)', '6500');
  // An edit over an older version is refused.
  await page.getByText('PKR 6,500').first().waitFor();
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

test('the reception locks the screen, and only the PIN opens it again', async () => {
  const page = await openAdmin('/admin?tab=bookings', 'staff');
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Lock this screen' });
  await dialog.getByRole('button', { name: 'Lock now' }).click();
  await dialog.getByText('Please choose a PIN first.').waitFor();
  await dialog.getByLabel('New PIN').fill('2468');
  await dialog.getByRole('button', { name: 'Save the PIN' }).click();
  await page.getByText('PIN saved').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Lock now' }).click();
  await page.getByRole('heading', { name: 'Locked' }).waitFor();
  expect((await page.request.get(`${club.url}/api/admin/inbox`)).status()).toBe(403);
  await page.reload();
  const pin = page.getByLabel('PIN');
  await pin.waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await pin.fill('1111');
  await page.keyboard.press('Enter');
  await page.getByText('That PIN is wrong. You have 4 tries left.').waitFor();
  await pin.fill('2468');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Bookings', selected: true }).waitFor();
}, 180_000);

test("the dashboard warns about a proxy that forwards requests but isn't trusted", async () => {
  const warning = 'The server sees all visitors as one';
  const page = await openAdmin('/admin');
  await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
  expect(await page.getByText(warning).count()).toBe(0);
  await fetch(`${club.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
    body: '{}',
  });
  await page.reload();
  await page.getByText(warning).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
});

test('who may no longer use the dashboard reads so, and not that the server is silent', async () => {
  const page = await openAdmin('/admin?tab=desk');
  await page.getByText('Live', { exact: true }).waitFor();
  const owner = await open();
  await signInAsAdmin(owner, club);
  const { id } = (await (await page.request.get(`${club.url}/api/auth/user`)).json()) as { id: number };
  const changed = await owner.request.put(`${club.url}/api/admin/users/${id}/role`, { data: { role: null } });
  expect(changed.status()).toBe(200);
  await page.getByRole('heading', { name: 'Not allowed' }).waitFor();
  expect(await page.getByText('has not answered').count()).toBe(0);
});
