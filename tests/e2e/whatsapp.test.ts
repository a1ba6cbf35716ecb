/** The reception writes to a customer from its own WhatsApp: in each state two presses open the chat with the right sentence. */
import { beforeAll, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright';
import { signInAsAdmin } from '../support/admin-session.ts';
import { checkScreen, findAxeViolations } from '../support/axe.ts';
import { bookAsGuest, tomorrow } from '../support/booking-wizard.ts';
import { DESKTOP, openPage, PHONE } from '../support/browser-pages-and-waits.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const club = serverForTestFile();
const PLAY = /[A-Z][a-z]{2}, [A-Z][a-z]{2} \d+, \d+ (?:PM|AM) – \d+ (?:PM|AM)/.source;

// Tests read fields of answers before they check their types.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Json = any;
let admin: Record<string, string>;
async function send(method: string, path: string, body: object): Promise<Json> {
  const response = await fetch(club.url + path, {
    method,
    headers: { 'content-type': 'application/json', origin: club.url, ...admin },
    body: JSON.stringify(body),
  });
  expect([path, response.ok]).toEqual([path, true]);
  return response.json();
}

async function book(name: string, start_time: string, phone: string, payment_method = 'cash') {
  const response = await bookAsGuest(club.url, { name, start_time, phone, payment_method });
  return ((await response.json()) as Json).booking as { id: number; amount: number };
}
const pay = (id: number) =>
  send('POST', `/api/admin/bookings/${id}/payments`, { amount: 5000, method: 'cash' });

const ids: Record<string, number> = {};
beforeAll(async () => {
  const desk = { email: 'desk@example.com', name: 'Sana Malik', is_admin: true };
  admin = { cookie: insertUserSession(club.dataDir, desk) };
  ids.unpaid = (await book('Ayesha Khan', '08:00', '0300 1000001', 'bank_transfer')).id;
  ids.paid = (await book('Bilal Ahmed', '10:00', '0300 1000002')).id;
  ids.cancelled = (await book('Sana Butt', '12:00', '0300 1000003')).id;
  ids.shared = (await book('Omar Sheikh', '14:00', '0300 1000004')).id;
  club.database((db) => {
    db.run(`UPDATE payer SET phone = '12345' WHERE booking_id = ?`, [ids.shared ?? 0]);
  });
  for (const id of [ids.paid, ids.cancelled])
    club.database((db) =>
      db.run('UPDATE payer SET price = 5000, charge = 5000 WHERE booking_id = ?', [id ?? 0]),
    );
  await pay(ids.paid);
  await pay(ids.cancelled);
  const { data } = (await (
    await fetch(`${club.url}/api/admin/bookings/${ids.cancelled}`, { headers: admin })
  ).json()) as Json;
  await send('PUT', `/api/admin/bookings/${ids.cancelled}/status`, {
    status: 'cancelled',
    cancelled_by: 'club',
    version: data.booking.version,
  });
  await send('PUT', `/api/booking/${ids.shared}/payers`, { payers: [{ name: 'Hamza' }] });
  club.database((db) => {
    const soon = Date.now() + 20 * 60_000;
    db.run(
      `UPDATE payer SET phone = '+923001000005', payment_method = 'cash', state = 'joined', hold_until = ?
      WHERE booking_id = ? AND position = 2`,
      [soon, ids.shared ?? 0],
    );
    db.run(
      `INSERT INTO waitlist_entry (id, date, from_position, until_position, slots, name, email, phone, contact, state,
      offers, created_at) VALUES (1, ?, 20, 30, 2, 'Zara Mir', '', '+447700900123', 'x', 'open', 1, 1)`,
      [tomorrow],
    );
    db.run(
      `INSERT INTO offer (waitlist_entry_id, court_id, date, from_position, slots, created_at, expires_at)
      VALUES (1, 2, ?, 24, 2, 1, ?)`,
      [tomorrow, soon],
    );
  });
});

/** Opens the menu, by one press, and reads which chats a second one opens. */
async function chatsOf(within: Page | Locator, name: string) {
  await within
    .getByRole('button', { name: `WhatsApp to ${name}` })
    .first()
    .click();
  const page = 'page' in within ? within.page() : within;
  const links = page.locator('.action-menu:popover-open a');
  await links.first().waitFor();
  const chats = await links.evaluateAll((all) =>
    all.map((link) => [link.querySelector('span')?.textContent, (link as HTMLAnchorElement).href] as const),
  );
  return chats.map(([label, href]) => {
    const { origin, pathname, searchParams } = new URL(href);
    return { label, to: origin + pathname, text: searchParams.get('text') ?? '' };
  });
}

const ALL = process.env.ALL_LOOKS === '1';
/** The text and links of a look differ from the other's in nothing but colours, which the long run looks at. */
const LOOKS: ['light' | 'dark', (typeof PHONE)[]][] = ALL
  ? [
      ['light', [PHONE, DESKTOP]],
      ['dark', [PHONE, DESKTOP]],
    ]
  : [['light', [PHONE]]];

test.each(LOOKS)('six states, %s', async (colorScheme, viewports) => {
  const page = await openPage({ viewport: PHONE, colorScheme });
  await signInAsAdmin(page, club, 'staff');
  const states: [name: string, path: string, customer: string, labels: string[], first: string][] = [
    [
      'unpaid',
      `/admin?booking=${ids.unpaid}`,
      'Ayesha Khan',
      ['Ask for payment', 'The time now', 'Ask something'],
      `Salam Ayesha Khan, please pay PKR [\\d,]+ by .+ for your booking ${ids.unpaid} on ${PLAY}: by bank transfer to .+, IBAN PK.+, with the reference booking ${ids.unpaid}\\.`,
    ],
    [
      'paid',
      `/admin?booking=${ids.paid}`,
      'Bilal Ahmed',
      ['Confirmed', 'The time now', 'Ask something'],
      `Salam Bilal Ahmed, your booking ${ids.paid} is confirmed: ${PLAY}, .+`,
    ],
    [
      'cancelled',
      '/admin?tab=money',
      'Sana Butt',
      ['Cancelled', 'Ask something'],
      `Salam Sana Butt, your booking ${ids.cancelled} on ${PLAY} is cancelled\\. We will give you PKR 5,000 back\\. You can collect it in cash at the reception\\.`,
    ],
    [
      'place',
      `/admin?booking=${ids.shared}`,
      'Hamza',
      ['A place is held', 'The time now', 'Ask something'],
      `Salam Hamza, we hold your place on ${PLAY}, .+\\. Please pay PKR [\\d,]+ by .+: at the reception\\.`,
    ],
    [
      'offer',
      `/admin?tab=desk&date=${tomorrow}`,
      'Zara Mir',
      ['A court is offered', 'Greeting'],
      `Salam Zara Mir, .+ is free for you on ${PLAY}\\. We hold it until .+`,
    ],
    ['customer', '/admin?tab=customers', 'Bilal Ahmed', ['Greeting'], 'Salam Bilal Ahmed, this is .+\\.'],
  ];
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    for (const [name, path, customer, labels, first] of states) {
      await page.goto(club.url + path);
      const chats = await chatsOf(page, customer);
      expect([name, chats.map(({ label }) => label)]).toEqual([name, labels]);
      expect(chats[0]?.text).toMatch(new RegExp(`^${first}$`));
      const digits = { offer: '447700900123', unpaid: '923001000001' }[name];
      if (digits) expect(chats[0]?.to).toBe(`https://wa.me/${digits}`);
      for (const { text } of chats) expect(text).not.toMatch(/manage|#|http/);
      if (process.env.SCREENSHOTS === '1')
        await page.screenshot({
          path: `tests/artefacts/whatsapp-${name}-${viewport.width}-${colorScheme}.png`,
        });
      const inside = await page.locator('.action-menu:popover-open').evaluate((menu) => {
        const { left, right, top, bottom } = menu.getBoundingClientRect();
        const isInside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
        return isInside || { left, right, top, bottom };
      });
      expect([name, viewport.width, inside]).toEqual([name, viewport.width, true]);
      expect([name, await findAxeViolations(page)]).toEqual([name, []]);
    }
  }
  expect(page.errors).toEqual([]);
});

test('the keyboard opens a chat in another tab; an invalid phone has none; new wording counts at once', async () => {
  const page = await openPage({ viewport: DESKTOP });
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'chat' }));
  await signInAsAdmin(page, club);
  await page.goto(`${club.url}/admin?booking=${ids.shared}`);
  await page.getByRole('link', { name: /^Call Hamza/ }).waitFor();
  await page.getByRole('link', { name: '12345' }).waitFor();
  expect(await page.getByRole('button', { name: 'WhatsApp to Omar Sheikh' }).count()).toBe(0);

  await page.goto(`${club.url}/admin?tab=settings&page=chat`);
  await page.getByLabel('Greeting').fill('Hi {name}, {club} here.');
  await page.getByRole('figure').getByText('Hi Ayesha, ').waitFor();
  await page.getByLabel('Cancelled').fill('Sorry, {name}!');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Please enter a text with {refund}.').first().waitFor();
  await page.getByLabel('Cancelled').fill('Sorry, {name}! {refund}');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The site shows it now.').first().waitFor();
  await checkScreen(page, 'admin-whatsapp-sentences');

  await page.goto(`${club.url}/admin?tab=customers`);
  await page.getByRole('button', { name: 'WhatsApp to Bilal Ahmed' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.action-menu:popover-open a').first().waitFor();
  await page.keyboard.press('Tab');
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('Enter');
  const chat = await opened;
  await chat.waitForURL(/wa\.me/);
  expect(new URL(chat.url()).searchParams.get('text')).toMatch(/^Hi Bilal Ahmed, .+ here\.$/);
  expect(await chat.evaluate(() => [document.referrer, opener])).toEqual(['', null]);
});
