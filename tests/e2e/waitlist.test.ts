import { afterAll, beforeAll, expect, test } from 'bun:test';
import { addDays, clubInstant } from '../../src/domain/business-day.ts';
import { slotsBetween } from '../../src/domain/day-plan.ts';
import { startTimeOf } from '../../src/domain/slot.ts';
import { checkScreen } from '../support/axe.ts';
import { DESKTOP, openPage, settle } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { createMovableClock } from '../support/faketime-environment.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { startMailServer } from '../support/message-servers.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { waitUntil } from '../support/wait-until.ts';

const MINUTE = 60_000;
const today = addDays(clubToday(), 1);
const date = addDays(today, 1);
/** 6 PM of `today`, which lies in the future, so that no test depends on the time at which it runs. */
const SIX_PM = clubInstant(today, 18 * 60);

let mail: Awaited<ReturnType<typeof startMailServer>>;
let clock: Awaited<ReturnType<typeof createMovableClock>>;
const club = serverForTestFile(async () => {
  mail = await startMailServer();
  clock = await createMovableClock();
  return { publicHost: 'localhost', env: { ...clock.env, SMTP_URL: mail.url } };
});
let admin: Record<string, string>;

beforeAll(async () => {
  const desk = { email: 'desk@example.com', name: 'Sana Malik', is_admin: true };
  admin = { cookie: insertUserSession(club.dataDir, desk) };
  clock.set(SIX_PM, club.dataDir);
  // The session was made before the clock moved.
  club.database((db) => db.run('UPDATE session SET expire = ?', [SIX_PM + 20 * 24 * 60 * MINUTE]));
});
afterAll(() => mail.close());

async function send(method: string, path: string, body?: object, headers: object = admin) {
  const response = await fetch(club.url + path, {
    method,
    headers: { 'content-type': 'application/json', origin: club.url, ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, json: (await response.json()) as never as Json };
}
// Tests read fields of answers before they check their types.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Json = any;

async function fill(court_id: number, from: string, until: string): Promise<number> {
  const slots = slotsBetween(from, until).map(startTimeOf);
  const { status, json } = await send('POST', '/api/admin/bookings', {
    court_id,
    date,
    slots,
    name: 'Bilal Ahmed',
  });
  expect(status).toBe(201);
  return json.data.booking.id;
}

/** The newest email to an address with this subject, once it has arrived. */
async function emailTo(address: string, subject: RegExp): Promise<{ subject: string; text: string }> {
  const { subject: title = '', text = '' } = await waitUntil(() =>
    mail.mails.findLast(
      (one) => subject.test(one.subject ?? '') && [one.to].flat().some((to) => to?.text.includes(address)),
    ),
  );
  return { subject: title, text };
}
const linkIn = (text: string, path: string) => new RegExp(`http:\\S+${path}\\S+`).exec(text)?.[0] ?? '';

async function open(url: string) {
  const page = await openPage();
  await page.clock.install({ time: clock.now() });
  await page.goto(url);
  return page;
}

/** The link of the email that asks a customer to confirm. */
async function confirmationLink(email: string): Promise<string> {
  const { text } = await emailTo(email, /^Please confirm: waiting list/);
  return linkIn(text, '/waiting-list#');
}

const entry = { date, from: '20:00', until: '22:00', duration: 60, court_id: null };

/** Joins the waiting list of the full evening and confirms it. */
async function joinByApi(name: string, email: string, phone: string): Promise<void> {
  const joined = await send('POST', '/api/waitlist', { ...entry, name, email, phone }, {});
  expect(joined.status).toBe(201);
  const [id, key = ''] = (await confirmationLink(email)).split('#')[1]?.split('.') ?? [];
  const confirmed = await send('POST', `/api/waitlist/${id}/confirm`, {}, { 'x-waitlist-key': key });
  expect(confirmed.json.entry.state).toBe('open');
}

/** The same in a browser without a mouse. */
async function joinByKeyboard(name: string, email: string) {
  const page = await open(`${club.url}/booking?date=${date}`);
  await page.getByText('No slot is free on').waitFor();
  const keys = keyboardOf(page);
  await keys.press(page.getByRole('button', { name: 'Tell me when a slot becomes free' }).first());
  const form = page.getByRole('form', { name: 'Waiting list' });
  await keys.press(form.getByRole('button', { name: 'Tell me' }));
  await form.getByRole('link', { name: 'Enter your name' }).waitFor();
  await checkScreen(page, 'wizard-waiting-errors');
  await keys.choose(form.getByLabel('Earliest start'), '8 PM');
  await keys.choose(form.getByLabel('Latest end'), '10 PM');
  await keys.type(form.getByLabel('Full Name'), name);
  await keys.type(form.getByLabel('Email'), email);
  await keys.type(form.getByLabel('Phone'), '0300 7654321');
  await keys.press(form.getByRole('button', { name: 'Tell me' }));
  await page.getByText(`We have sent a link to ${email}.`).waitFor();
  await page.goto(await confirmationLink(email));
  await page.getByRole('button', { name: 'Yes, tell me' }).waitFor();
  expect(page.url()).toBe(`${club.url}/waiting-list`);
  await checkScreen(page, 'waiting-confirm');
  await keys.press(page.getByRole('button', { name: 'Yes, tell me' }));
  await page.getByText('You’re on the waiting list.').waitFor();
  await checkScreen(page, 'waiting-open');
  return page;
}

test('a full evening: the first of two customers lets the offer pass, the second books it', async () => {
  await fill(1, '07:00', '20:00');
  const evening = await fill(1, '20:00', '21:00');
  await fill(1, '21:00', '04:00');
  await fill(2, '07:00', '04:00');
  await joinByApi('Ayesha Khan', 'ayesha@example.com', '0300 1234567');
  const omar = await joinByKeyboard('Omar Sheikh', 'omar@example.com');
  const { entries } = (await send('GET', `/api/admin/waitlist?date=${date}`)).json.data;
  expect(entries.map(({ name, state }: Json) => [name, state])).toEqual([
    ['Ayesha Khan', 'open'],
    ['Omar Sheikh', 'open'],
  ]);

  const cancelledAt = clock.now();
  const body = { status: 'cancelled', cancelled_by: 'club' };
  expect((await send('PUT', `/api/admin/bookings/${evening}/status`, body)).status).toBe(200);
  const offer = await emailTo('ayesha@example.com', /^Held for you until/);
  console.log(`the first email ${clock.now() - cancelledAt} ms after the cancellation`);
  const until = /until (\d+:\d\d [AP]M)/.exec(offer.subject)?.[1] ?? '';
  expect(offer.text).toContain(until);
  const link = linkIn(offer.text, '/booking#offer=');

  // The page of the entry leads to what is held.
  const own = await open(await confirmationLink('ayesha@example.com'));
  await own.getByText(`We hold it for you until ${until}`).waitFor();
  await checkScreen(own, 'waiting-held');
  await own.getByRole('link', { name: 'Book it now' }).click();
  await own.getByText(`Held for you until ${until}`).first().waitFor();

  // One customer opens the link in a new browser, the other in the one in which the form was filled in.
  const tab = await open(link);
  await tab.getByText(`Held for you until ${until}`).first().waitFor();
  await tab.getByRole('heading', { name: 'Payment Method' }).waitFor();
  expect(tab.url()).toBe(`${club.url}/booking?step=3`);
  await tab.getByText('Ayesha Khan').waitFor();
  await tab.getByText('8 PM – 9 PM').first().waitFor();
  await checkScreen(tab, 'offer-payment');
  await tab.reload();
  await tab.getByText(`Held for you until ${until}`).first().waitFor();
  await tab.getByRole('button', { name: 'Previous', exact: true }).click();
  await tab.getByRole('heading', { name: 'Your Information' }).waitFor();
  expect(await tab.getByRole('button', { name: 'Previous', exact: true }).isDisabled()).toBe(true);
  // A link to the day and the court of the offer, which are held for this customer, changes nothing.
  await tab.goto(`${club.url}/booking?date=${date}&court=1`);
  await tab.getByRole('heading', { name: 'Your Information' }).waitFor();
  await tab.getByText('8 PM – 9 PM').first().waitFor();
  await tab.getByRole('button', { name: 'Next', exact: true }).click();

  // Everybody else sees that it is held.
  await omar.goto(`${club.url}/booking?date=${date}`);
  await settle(omar);
  await omar
    .getByRole('button', { name: /^(Past and b|B)ooked/ })
    .first()
    .click();
  await omar.locator('.starts [data-hour="40"][data-state="offered"]').waitFor();
  expect(await omar.locator('.starts [data-hour="40"]').first().textContent()).toContain(until);
  await omar.getByRole('button', { name: 'Choose half-hours' }).click();
  await omar.getByLabel('Court', { exact: true }).selectOption({ index: 1 });
  await omar.locator('.slots [data-hour="40"][data-state="offered"]').scrollIntoViewIfNeeded();
  await checkScreen(omar, 'wizard-offered');
  const desk = await openPage({ viewport: DESKTOP });
  await desk.clock.install({ time: clock.now() });
  const [name = '', value = ''] = (admin.cookie ?? '').split('=');
  await desk.context().addCookies([{ name, value, url: club.url }]);
  await desk.goto(`${club.url}/admin?tab=desk&date=${date}`);
  await desk.getByText(`until ${until}`).first().waitFor();
  await desk.getByRole('heading', { name: 'Waiting list (2)' }).waitFor();
  await desk.locator('.admin-cell.offered').focus();
  await desk.keyboard.press('Enter');
  await desk.getByRole('button', { name: 'Keep the offer' }).waitFor();
  await checkScreen(desk, 'desk-offer');

  const passedAt = Math.ceil((cancelledAt + 15 * MINUTE) / MINUTE) * MINUTE;
  clock.set(passedAt - 2000, club.dataDir);
  const second = await emailTo('omar@example.com', /^Held for you until/);
  console.log(`the second email ${clock.now() - passedAt} ms after the first offer ended`);
  await omar.clock.setSystemTime(clock.now());
  await omar.goto(linkIn(second.text, '/booking#offer='));
  await omar.getByText('Held for you until').first().waitFor();
  const keys = keyboardOf(omar);
  await keys.press(omar.getByRole('radio', { name: 'Bank Transfer' }), 'Space');

  // The first one is too late, and the page says so.
  await tab.getByRole('radio', { name: 'Bank Transfer' }).check();
  await tab.getByRole('button', { name: 'Complete Booking' }).click();
  const alert = tab.locator('.booking-main .alert').filter({ hasText: 'This offer ended at' });
  await alert.waitFor();
  await tab.getByRole('heading', { name: 'All courts' }).waitFor();
  await checkScreen(tab, 'offer-ended');

  await keys.press(omar.getByRole('button', { name: 'Complete Booking' }));
  await omar.waitForURL(/\/success/);
  const { courts } = (await send('GET', `/api/admin/day?date=${date}`)).json.data;
  const booked = courts[0].bookings.find(({ start_time }: Json) => start_time === '20:00');
  expect([booked.name, booked.payment_method, courts[0].offers]).toEqual([
    'Omar Sheikh',
    'bank_transfer',
    [],
  ]);
  expect(tab.errors.filter((error) => !/409/.test(error))).toEqual([]);
  expect(omar.errors).toEqual([]);
}, 300_000);

test('a customer leaves the list with one press, by keyboard, and a link that opens nothing says so', async () => {
  await joinByApi('Hina Aslam', 'hina@example.com', '0300 7654321');
  const page = await open(await confirmationLink('hina@example.com'));
  await keyboardOf(page).press(page.getByRole('button', { name: 'Leave the waiting list' }));
  await page.getByText('You’re no longer on the waiting list.').waitFor();
  const { entries } = (await send('GET', `/api/admin/waitlist?date=${date}`)).json.data;
  expect(entries.map(({ name }: Json) => name)).not.toContain('Hina Aslam');
  for (const path of ['/booking#offer=1.', '/waiting-list#1.']) {
    await page.goto(`${club.url}${path}${'A'.repeat(32)}`);
    await page.getByText('This link does not work.').waitFor();
  }
}, 180_000);
