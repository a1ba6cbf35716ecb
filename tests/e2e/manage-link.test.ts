import { afterAll, beforeAll, expect, test } from 'bun:test';
import { addDays, clubInstant } from '../../src/domain/business-day.ts';
import { registrationBody } from '../support/accounts.ts';
import { checkScreen, findAxeViolations } from '../support/axe.ts';
import { bookAsGuest, tomorrow } from '../support/booking-wizard.ts';
import { DESKTOP, openPage, PHONE } from '../support/browser-pages-and-waits.ts';
import { fakeTimeEnv } from '../support/faketime-environment.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { startMailServer } from '../support/message-servers.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { createNoisyJpeg } from '../support/test-images.ts';
import { waitUntil } from '../support/wait-until.ts';

const HOUR = 60 * 60_000;
let mail: Awaited<ReturnType<typeof startMailServer>>;
const club = serverForTestFile(async () => {
  mail = await startMailServer();
  return { publicHost: '127.0.0.1', env: { SMTP_URL: mail.url } };
});
let admin: Record<string, string>;
beforeAll(() => {
  const desk = { email: 'desk@example.com', name: 'Desk', is_admin: true };
  admin = { cookie: insertUserSession(club.dataDir, desk) };
  // The session outlives the days by which the tests move the clock.
  club.database((db) => db.run('UPDATE session SET expire = expire + 99 * 86400000'));
});
afterAll(() => mail.close());

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(club.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

interface Answer {
  booking: { id: number };
  manage_url: string;
}
async function book(over: Record<string, unknown>): Promise<Answer> {
  return (await (await bookAsGuest(club.url, { payment_method: 'bank_transfer', ...over })).json()) as Answer;
}

/** The newest email to the customer with this subject, once it has arrived. */
async function emailAbout(subject: RegExp): Promise<string> {
  const found = await waitUntil(() => mail.mails.findLast((one) => subject.test(one.subject ?? '')));
  return (found.text ?? '').replaceAll('\u00a0', ' ');
}
const linkIn = (text: string) => /http:\S+\/manage#\d+\.[\w-]+/.exec(text)?.[0] ?? '';

/** Restarts the server at another time. */
const restartAt = async (now: number) => club.restart(await fakeTimeEnv(now - Date.now()));

test("with the email's link, a fresh browser looks, uploads, and reschedules once", async () => {
  const { booking } = await book({ date: addDays(tomorrow, 2), start_time: '18:00' });
  const link = linkIn(await emailAbout(new RegExp(`Booking ${booking.id} received`)));
  const page = await openPage();
  const referrers: (string | undefined)[] = [];
  page.on('request', (request) => referrers.push(request.headers().referer));
  await page.goto(link);
  const ticket = page.getByRole('region', { name: 'Your booking' });
  await ticket.getByText('Pending Payment').waitFor();
  expect(await ticket.textContent()).toContain('PKR 5,000');
  await page.getByText(/^Send PKR 5,000 by .*, then upload the receipt\. .* left\.$/).waitFor();
  await page.getByText('IBAN').first().waitFor();
  const key = link.split('.').at(-1) ?? '';
  expect(page.url()).not.toContain(key);
  await checkScreen(page, 'manage');

  const buffer = Buffer.from(await createNoisyJpeg(300, 200));
  await page.locator('.receipt-drop input').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByRole('heading', { name: 'Payment under review' }).waitFor();

  // By keyboard, because the toast that slides in may take a press of the pointer.
  await page.getByRole('button', { name: 'Move', exact: true }).press('Enter');
  await page.getByLabel('Date', { exact: true }).fill(addDays(tomorrow, 3));
  await page.locator('.starts [data-start="40"]').click();
  await page.getByRole('heading', { name: 'New' }).waitFor();
  const comparison = await page.locator('.manage-compare').textContent();
  for (const text of ['6 PM – 7 PM', '8 PM – 9 PM', 'The price stays the same.'])
    expect(comparison).toContain(text);
  expect(await findAxeViolations(page)).toEqual([]);
  // The card is narrow in a wide window too, and no time is cut there.
  await page.setViewportSize(DESKTOP);
  expect(await page.locator('.starts .slot').evaluateAll(findCutTexts)).toEqual([]);
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Move my booking' }).click();
  await page.getByText('Your booking has a new time').waitFor();
  const moved = await emailAbout(new RegExp(`Booking ${booking.id} has a new time`));
  for (const text of ['Before:', '6 PM – 7 PM', '8 PM – 9 PM', link]) expect(moved).toContain(text);

  // Reload, Back and the printed receipt go on working without the key in the address.
  await page.reload();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByText('Free reschedule used').waitFor();
  await page.getByRole('link', { name: /to print/ }).click();
  await page.getByRole('heading', { name: `Invoice I-${booking.id}` }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Move', exact: true }).waitFor();
  expect(referrers.join()).not.toContain(key);
  expect(club.output()).not.toContain(key);
  expect(page.errors.filter((line) => !line.includes('401'))).toEqual([]);
}, 180_000);

test('a lost or ended link says what to do, even without JavaScript', async () => {
  const email = 'lost-link@example.com';
  const { manage_url } = await book({ email, date: addDays(tomorrow, 2), start_time: '20:00' });
  const page = await openPage();
  await page.goto(`${manage_url.slice(0, -4)}aaaa`);
  await page.getByRole('heading', { name: 'This link doesn’t open the booking' }).waitFor();
  await page.getByLabel('Email you booked with').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send me my links' }).click();
  await page.getByText('we’ve just emailed you their links').waitFor();
  await page.getByLabel('Email you booked with').fill(email);
  await page.getByRole('button', { name: 'Send me my links' }).click();
  expect(await emailAbout(/^The links? to/)).toContain(manage_url);
  await checkScreen(page, 'lost-link');

  const html = (await (await fetch(`${club.url}/manage`)).text()).replaceAll(/<!--.*?-->/g, '');
  const notes = [...html.slice(html.indexOf('<main')).matchAll(/<noscript[^>]*>(.*?)<\/noscript>/gs)];
  expect(notes.map(([, note = '']) => note.replaceAll(/<[^>]*>/g, ''))).toEqual([
    expect.stringContaining('needs JavaScript. You can also call us: +92 300 0000000.'),
    expect.stringContaining('Our message about it has the booking’s number and time'),
  ]);
}, 180_000);

test('whoever forgot the password gets a link by email', async () => {
  const email = 'six@example.com';
  expect((await post('/api/auth/register', registrationBody({ email }))).status).toBe(201);
  const page = await openPage();
  await page.goto(`${club.url}/forgot-password`);
  const send = page.getByRole('button', { name: 'Send the link' });
  await send.click();
  await page.getByText('Enter your email address').first().waitFor();
  await checkScreen(page, 'forgot');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await send.click();
  await page.getByText(`If there is an account with ${email}, we sent a link to it.`).waitFor();
  expect(await emailAbout(/password/i)).toContain(`${club.url}/reset-password#`);
});

test('after a cancellation thirteen hours before play, page, email, ledger and desk agree', async () => {
  const date = addDays(tomorrow, 21);
  const { booking, manage_url } = await book({ date, start_time: '18:00' });
  const paid = await post(
    `/api/admin/bookings/${booking.id}/payments`,
    { amount: 5000, method: 'cash' },
    admin,
  );
  expect(paid.status).toBe(201);
  const now = clubInstant(date, 18 * 60) - 13 * HOUR;
  await restartAt(now);
  const page = await openPage({ colorScheme: 'dark' });
  await page.clock.install({ time: now });
  await page.goto(manage_url);
  await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter');
  const card = page.getByRole('region', { name: 'Cancel this booking?' });
  await card.waitFor();
  const sums = async () => (await card.locator('.manage-sums').textContent())?.replaceAll('\u00a0', ' ');
  expect(await sums()).toMatch(/The club keepsPKR 2,500.*PKR 2,500/);
  expect(await findAxeViolations(page)).toEqual([]);
  // The question has the focus, so the second press of a key answers nothing.
  expect(await page.locator(':focus').getAttribute('id')).toBe('cancel-title');
  await page.keyboard.press('Enter');
  await card.getByRole('button', { name: /^Cancel and get/ }).press('Enter');
  await page.getByRole('heading', { name: 'This booking is cancelled' }).first().waitFor();
  const ticket = await page.getByRole('region', { name: 'Your booking' }).textContent();
  expect(ticket).toContain('PKR 2,500 to be refunded');
  const email = await emailAbout(new RegExp(`Booking ${booking.id} is cancelled`));
  expect(email).toContain('PKR 2,500');
  const row = club.database((db) =>
    db.query('SELECT status, charge, received FROM booking WHERE id = ?').get(booking.id),
  );
  expect(row).toEqual({ status: 'cancelled', charge: 2500, received: 5000 });
}, 180_000);

/** The texts that are wider than their button. Runs in the page. */
function findCutTexts(buttons: Element[]): (string | null)[] {
  return buttons.flatMap((button) =>
    [...button.querySelectorAll('span')]
      .filter((text) => text.getBoundingClientRect().width > button.clientWidth)
      .map((text) => text.textContent),
  );
}
