import { expect, test } from 'bun:test';
import { addDays } from '../../src/domain/business-day.ts';
import { adminPageOpener } from '../support/admin-session.ts';
import { checkScreen } from '../support/axe.ts';
import { PHONE, pageOpener } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { bookingBody } from '../support/test-club.ts';
import { createPng, createReceiptForm } from '../support/test-images.ts';

const club = serverForTestFile();
const openAdmin = adminPageOpener(club);
const openPage = pageOpener();

async function post(
  path: string,
  body: object | FormData,
  headers: Record<string, string> = {},
  method = 'POST',
) {
  const isForm = body instanceof FormData;
  const response = await fetch(club.url + path, {
    method,
    headers: isForm ? headers : { 'content-type': 'application/json', ...headers },
    body: isForm ? body : JSON.stringify(body),
  });
  return response.json();
}

test('a host splits in three, sends a link in four taps, sees who has joined, and removes a player', async () => {
  const { booking, manage_url } = await post('/api/book', bookingBody({ date: addDays(clubToday(), 3) }));
  const host = await openPage();
  await host.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await host.goto(`${club.url}/manage${new URL(manage_url).hash}`);
  await host.getByText('Split the price').click();
  await checkScreen(host, 'splitting the price');
  await host.getByLabel(/^3 players/).check();
  await host.getByLabel('Player 2').fill('Bilal');
  await host.getByRole('button', { name: 'Split', exact: true }).click();

  const shares = host.locator('.shares > li');
  await shares.nth(2).waitFor();
  const share = Math.floor(booking.charge / 3);
  const texts = (await shares.allTextContents()).map((text) => text.replaceAll('\u00a0', ' '));
  expect(texts).toHaveLength(3);
  for (const [index, start] of ['You', 'Bilal', 'Player 3'].entries())
    expect(texts[index]).toStartWith(start);
  expect(texts[0]).toContain(`PKR ${(booking.charge - 2 * share).toLocaleString('en')}`);
  expect(texts[1]).toContain(`PKR ${share.toLocaleString('en')}Not paid yet`);
  await checkScreen(host, 'the shares of a booking');
  const chat = await host.getByRole('link', { name: 'Send by WhatsApp to Bilal' }).getAttribute('href');
  await host.getByRole('button', { name: 'Copy link for Bilal' }).click();
  await host.getByRole('button', { name: 'Copied' }).waitFor();
  const link = await host.evaluate(() => navigator.clipboard.readText());
  const message = new URL(chat ?? '').searchParams.get('text')?.replaceAll('\u00a0', ' ');
  expect(message).toContain(`Your share is PKR ${share.toLocaleString('en')}. Pay it here: ${link}`);

  const [, id = '', key = ''] = /#p(\d+)\.(.+)/.exec(link) ?? [];
  const promise = { name: 'Bilal', email: 'bilal@example.com', method: 'cash', amount: share };
  const { join_url } = await post(`/api/payers/${id}/pay`, promise, { 'x-booking-key': key });
  expect(join_url).toContain(`/manage#p${id}.`);

  await host.reload();
  await host.getByText('Pays at the club').waitFor();
  expect(await host.getByRole('link', { name: /^Send by WhatsApp/ }).count()).toBe(1);
  await host.getByRole('button', { name: 'Remove Bilal' }).click();
  await host.getByRole('button', { name: 'Remove Bilal', exact: true }).click();
  await host.getByRole('button', { name: 'Add a player' }).click();
  await host.getByRole('link', { name: 'Send by WhatsApp to Player 3' }).waitFor();
  expect(await shares.count()).toBe(3);
  expect(host.errors.filter((line) => !line.includes('401'))).toEqual([]);
}, 180_000);

test('the reception approves the receipt of a share in To do, and refunds one whose place is gone', async () => {
  const made = await post('/api/book', bookingBody({ date: addDays(clubToday(), 4) }));
  const key = { 'x-booking-key': made.manage_url.split('.').at(-1) };
  const others = [{ name: 'Hira' }, { name: 'Omar' }];
  const { payers } = await post(`/api/booking/${made.booking.id}/payers`, { payers: others }, key, 'PUT');
  const [, hira] = payers;
  const contact = {
    name: 'Hira Shah',
    email: 'hira@example.com',
    method: 'bank_transfer',
    amount: hira.charge,
  };
  const paid = await post(`/api/payers/${hira.id}/pay`, contact, {
    'x-booking-key': hira.join_url.split('.').at(-1),
  });
  await post(`/api/payers/${hira.id}/receipt`, createReceiptForm(createPng(140, 160)), {
    'x-booking-key': paid.join_url.split('.').at(-1),
  });
  const desk = await openAdmin('/admin?tab=todo');
  const section = desk.getByRole('region', { name: /^Receipts to check/ });
  await section.getByText(/share of Hira/).waitFor();

  const omar = payers[2];
  const omars = { ...contact, name: 'Omar Shah', email: 'omar@example.com', amount: omar.charge };
  const taken = await post(`/api/payers/${omar.id}/pay`, omars, {
    'x-booking-key': omar.join_url.split('.').at(-1),
  });
  const own = { 'x-booking-key': taken.join_url.split('.').at(-1) };
  await post(`/api/payers/${omar.id}/receipt`, createReceiptForm(createPng(150, 160)), own);
  await post(`/api/payers/${omar.id}/leave`, {}, own);
  const late = desk.getByRole('region', { name: /^Late receipts/ });
  await late.getByText(/share of Omar/).waitFor();
  await desk.setViewportSize(PHONE);
  await checkScreen(desk, 'receipts of shares');
  await section.getByRole('button', { name: /^Approve the payment of Hira/ }).click();
  await section.waitFor({ state: 'detached' });
  const after = await fetch(`${club.url}/api/payers/${hira.id}`, {
    headers: { 'x-booking-key': paid.join_url.split('.').at(-1) },
  });
  expect((await after.json()).payer.balance).toBe(0);

  await late.getByRole('button', { name: /^Refund, Omar/ }).click();
  await late.getByRole('button', { name: 'Refund', exact: true }).click();
  await late.waitFor({ state: 'detached' });
  await desk
    .getByRole('region', { name: /^Refunds due/ })
    .getByText('Omar')
    .first()
    .waitFor();
  expect(desk.errors).toEqual([]);
}, 180_000);

test('the reception splits a booking, takes a share and the rest in two taps each, and removes a player', async () => {
  const cookie = insertUserSession(club.dataDir, { email: 'desk@example.com', name: 'Desk', role: 'staff' });
  const walkIn = { court_id: 2, slots: ['18:00', '18:30'], name: 'Umar Farooq' };
  const made = await post('/api/admin/bookings', { ...walkIn, date: addDays(clubToday(), 5) }, { cookie });
  const { id } = made.data.booking;
  const desk = await openAdmin(`/admin?booking=${id}`);
  await desk.setViewportSize(PHONE);
  const drawer = desk.getByRole('dialog', { name: `Booking #${id}` });
  await drawer.getByRole('button', { name: 'More actions', exact: true }).click();
  await desk.getByRole('button', { name: 'Split the price' }).click();
  await desk.getByLabel(/^3 players/).check();
  await desk.getByLabel('Player 2').fill('Bilal');
  await desk.getByRole('button', { name: 'Split', exact: true }).click();

  const players = drawer.locator('.shares > li');
  await players.nth(2).waitFor();
  expect(await drawer.getByText('/manage#').count()).toBe(0);
  await checkScreen(desk, 'the players of a booking');
  await drawer.getByRole('button', { name: 'Take payment from Bilal' }).click();
  expect(await desk.getByText('Split by').count()).toBe(0);
  await desk
    .getByRole('button', { name: /^Take PKR/ })
    .last()
    .click();
  await players.nth(1).getByText('Paid by cash').waitFor();

  await players.nth(2).getByRole('button', { name: 'More actions for Player 3' }).click();
  await desk.getByRole('button', { name: 'Remove …' }).click();
  await desk.getByLabel('Reason (optional)').fill('Came too late');
  await desk.getByRole('button', { name: 'Remove', exact: true }).click();
  await players.nth(2).getByText('No longer playing').waitFor();
  await drawer.getByRole('button', { name: 'Take payment from Umar Farooq' }).click();
  await desk
    .getByRole('button', { name: /^Take PKR/ })
    .last()
    .click();
  await drawer.getByText('Settled', { exact: true }).first().waitFor();

  const menu = drawer.getByRole('button', { name: 'More actions', exact: true });
  await menu.click();
  await desk.getByRole('button', { name: 'Find players' }).click();
  const dialog = desk.getByRole('dialog', { name: /^Find players/ });
  // Bilal and the host have the other places.
  await dialog.getByRole('radio').first().waitFor();
  expect(await dialog.getByRole('radio').count()).toBe(2);
  await dialog.getByRole('button', { name: 'Find players' }).click();
  await dialog.waitFor({ state: 'detached' });
  await menu.click();
  await desk.getByRole('button', { name: 'Repeat weekly' }).waitFor();
  for (const name of ['Find players', 'Split the price'])
    expect(await desk.getByRole('button', { name }).count()).toBe(0);
  expect(desk.errors).toEqual([]);
}, 180_000);
