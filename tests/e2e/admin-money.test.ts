/** The money of one booking from the first payment to the counted drawer, in a browser on the executable. */
import { expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright';
import { addDays, clubInstant } from '../../src/domain/business-day.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { checkScreen } from '../support/axe.ts';
import { tomorrow } from '../support/booking-wizard.ts';
import { PHONE, pageOpener } from '../support/browser-pages-and-waits.ts';
import { fakeTimeEnv } from '../support/faketime-environment.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { TEST_IBAN } from '../support/test-bank-account.ts';
import { waitUntil } from '../support/wait-until.ts';

const START = clubInstant(tomorrow, 18 * 60);
const THIRTEEN_HOURS_BEFORE = START - 13 * 3_600_000;
const club = serverForTestFile();

// The first test begins at the machine's time, the others set the clock of their page.
const open = pageOpener();

async function openAdmin() {
  const page = await open();
  await signInAsAdmin(page, club);
  return page;
}
/** The booking or the member at the side. */
const drawer = (page: Page) => page.getByRole('dialog').first();
const balance = (page: Page) => drawer(page).locator('.admin-money-balance');
const waitForBalance = (page: Page, text: string) => balance(page).filter({ hasText: text }).waitFor();
type SheetName = 'Take payment' | 'Give back';
const sheet = (page: Page, name: SheetName) => page.getByRole('dialog', { name, exact: true });
const openSheet = (page: Page, name: SheetName) =>
  drawer(page)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
/** Records an entry in the sheet that is open. */
async function recordEntry(page: Page, method: string, name: SheetName, amount = '') {
  const form = sheet(page, name);
  await form.locator('select').selectOption(method);
  if (amount) await form.getByLabel('Amount in PKR').fill(amount);
  await form.getByRole('button', { name: /^(Take|Give back) PKR/ }).click();
}
/** Counts how often the button of the open form begins to rest, from now on. */
async function countRests(page: Page) {
  const count = await page.evaluateHandle(() => {
    const seen = { rests: 0 };
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target instanceof HTMLButtonElement && target.type === 'submit' && target.disabled)
          seen.rests += 1;
    }).observe(document, { attributeFilter: ['disabled'], subtree: true });
    return seen;
  });
  return () => count.evaluate(({ rests }) => rests);
}
/** Whether a pointer would meet the toast: a modal dialog covers and disables whatever is outside it. */
function isToastOnTop(page: Page) {
  return page.evaluate(() => {
    const toast = document.querySelector('[data-sonner-toast]');
    if (!toast) return false;
    const { left, top, width, height } = toast.getBoundingClientRect();
    return toast.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
}
/** Opens the sheet for one entry, which settles the booking. */
async function settle(page: Page, method: string, name: SheetName) {
  await openSheet(page, name);
  await recordEntry(page, method, name);
  await sheet(page, name).waitFor({ state: 'detached' });
}
const readRows = <Row>(sql: string): Row[] => club.database((db) => db.query<Row, []>(sql).all());
/** Sessions of real time end before the evening of the club's clock. */
const keepSessions = () => club.database((db) => db.run('UPDATE session SET expire = expire + 5 * 86400000'));

test('a price shared by four, moved, corrected, cancelled and refunded leaves a drawer that agrees', async () => {
  insertUserSession(club.dataDir, {
    email: 'ayesha@example.com',
    name: 'Ayesha Khan',
    is_admin: false,
  });
  const page = await openAdmin();
  await page.goto(`${club.url}/admin?tab=drawer`);
  // A walk-in with a member's email, because credit belongs to a member.
  const booking = await page.evaluate(async (date) => {
    const answer = await fetch('/api/admin/bookings', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        court_id: 1,
        date,
        slots: ['18:00', '18:30', '19:00', '19:30'],
        name: 'Ayesha Khan',
        email: 'ayesha@example.com',
        phone: '0300 7654321',
      }),
    });
    return (await answer.json()).data.booking as { id: number; computed_amount: number };
  }, tomorrow);
  expect(booking.computed_amount).toBe(10_000);

  // The other court is dearer.
  await page.evaluate(() =>
    fetch('/api/admin/courts/2', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ hourly_rate: 6000 }),
    }),
  );
  await page.getByLabel('Float in PKR').fill('1000');
  await page.getByRole('button', { name: 'Open a shift' }).click();
  await page.getByText('Expected in the drawer').waitFor();

  const userId = readRows<{ id: number }>("SELECT id FROM user WHERE email = 'ayesha@example.com'")[0]?.id;
  await page.goto(`${club.url}/admin?tab=users&user=${userId}`);
  await drawer(page).getByText('Sell credit').first().click();
  await drawer(page).getByLabel('Paid in PKR').fill('5000');
  await drawer(page).getByLabel('Credit in PKR').fill('5500');
  await drawer(page).getByText('Includes a bonus of PKR 500.').waitFor();
  await drawer(page).getByRole('button', { name: 'Sell credit' }).click();
  await drawer(page).locator('.facts').getByText('PKR 5,500').waitFor();

  await page.goto(`${club.url}/admin?booking=${booking.id}`);
  await waitForBalance(page, 'PKR 10,000 to collect');
  // Four payments in one sheet, which closes with the last one.
  await openSheet(page, 'Take payment');
  await sheet(page, 'Take payment').getByRole('button', { name: '4', exact: true }).click();
  const rests = await countRests(page);
  for (const [method, left] of [
    ['cash', 'PKR 7,500 to collect'],
    ['cash', 'PKR 5,000 to collect'],
    ['bank_transfer', 'PKR 2,500 to collect'],
    ['credit', 'Settled'],
  ] as const) {
    expect(await sheet(page, 'Take payment').getByLabel('Amount in PKR').inputValue()).toBe('2500');
    await recordEntry(page, method, 'Take payment');
    await waitForBalance(page, left);
  }
  // After each payment but the last, so that the second press of a double press takes nothing.
  expect(await rests()).toBe(3);
  await sheet(page, 'Take payment').waitFor({ state: 'detached' });

  await drawer(page).getByRole('button', { name: 'Move', exact: true }).click();
  const moveDialog = page.getByRole('dialog').last();
  await moveDialog.getByLabel('Court').selectOption('2');
  await moveDialog.getByText('Collect PKR 2,000 more.').waitFor();
  await moveDialog.getByRole('button', { name: 'Save' }).click();
  await waitForBalance(page, 'PKR 2,000 to collect');
  await settle(page, 'cash', 'Take payment');
  await waitForBalance(page, 'Settled');

  // By keyboard: the reason has the focus, and Enter undoes the entry.
  await drawer(page).getByRole('button', { name: 'Undo Paid PKR 2,500, Cash' }).last().focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('paid by the next customer');
  await page.keyboard.press('Enter');
  await waitForBalance(page, 'PKR 2,500 to collect');
  await settle(page, 'cash', 'Take payment');
  await waitForBalance(page, 'Settled');
  expect(page.errors).toEqual([]);
  await page.goto('about:blank');
  await club.restart(await fakeTimeEnv(THIRTEEN_HOURS_BEFORE - Date.now()));
  keepSessions();
  await page.clock.setFixedTime(THIRTEEN_HOURS_BEFORE);
  await page.goto(`${club.url}/admin?tab=drawer&booking=${booking.id}`);
  await waitForBalance(page, 'Settled');
  await drawer(page).getByRole('button', { name: 'More actions' }).click();
  await drawer(page).getByRole('button', { name: 'Cancel', exact: true }).click();
  const cancelDialog = page.getByRole('dialog').last();
  await cancelDialog.getByText('Paid PKR 12,000. The club keeps PKR 6,000; PKR 6,000 goes back.').waitFor();
  await cancelDialog.getByRole('button', { name: 'Cancel booking' }).click();
  // The PKR 2,500 of credit are back at once.
  await waitForBalance(page, 'PKR 3,500 to give back');
  await drawer(page).getByText('History', { exact: true }).click();
  await drawer(page).getByText('Cancelled for the customer, PKR 6,000 kept').waitFor();
  await openSheet(page, 'Give back');
  await recordEntry(page, 'cash', 'Give back', '3000');
  await waitForBalance(page, 'PKR 500 to give back');
  await recordEntry(page, 'credit', 'Give back');
  await waitForBalance(page, 'Settled');
  await sheet(page, 'Give back').waitFor({ state: 'detached' });
  await drawer(page).getByRole('button', { name: 'Close' }).first().click();

  await page.getByLabel('Counted in PKR').fill('9900');
  await page.getByText('PKR 100 missing').waitFor();
  await page.getByLabel('Counted in PKR').fill('10000');
  await page.getByText('Count matches').waitFor();
  await page.getByRole('button', { name: 'Close the shift' }).click();
  await page.getByRole('heading', { name: 'Cash shift 1' }).waitFor();
  await page.locator('.print-page').getByText('Count matches').waitFor();
  expect(await page.locator('.shift-entries > li').count()).toBe(7);
  expect(readRows('SELECT sum(amount) AS amount FROM credit_entry')).toEqual([{ amount: 6000 }]);
  expect(readRows('SELECT status, charge, received FROM booking')).toEqual([
    { status: 'cancelled', charge: 6000, received: 6000 },
  ]);
  expect(page.errors).toEqual([]);

  await page.emulateMedia({ colorScheme: 'dark' });
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBe(1);
}, 180_000);

test("axe finds nothing on a shift's report and on a member with credit", async () => {
  const page = await openAdmin();
  keepSessions();
  await page.clock.setFixedTime(THIRTEEN_HOURS_BEFORE);
  for (const [name, query, ready] of [
    // Bookmarks of earlier versions name the report so.
    ['report', 'tab=money&shift=1', 'Cash shift 1'],
    ['member', 'tab=users&user=1', 'Credit left'],
  ] as const) {
    await page.goto(`${club.url}/admin?${query}`);
    await page.getByText(ready).first().waitFor();
    await checkScreen(page, `money-${name}`);
  }
  await page.goto(`${club.url}/admin?tab=insights&startDate=${tomorrow}&endDate=${tomorrow}`);
  await page.getByText('Kept from cancellations').first().waitFor();
}, 180_000);

test('a refund is proposed part by part, each the way the money came', async () => {
  const page = await openAdmin();
  keepSessions();
  const post = (path: string, data: object, method = 'post') =>
    page.request.fetch(club.url + path, { method, data, headers: { origin: club.url } });
  const walkIn = { court_id: 2, slots: ['20:00', '20:30'], name: 'Umar Farooq', date: addDays(tomorrow, 2) };
  const { booking } = (await (await post('/api/admin/bookings', walkIn)).json()).data;
  const path = `/api/admin/bookings/${booking.id}`;
  await post(`${path}/payments`, { amount: 1000, method: 'cash' });
  await post(`${path}/payments`, { amount: booking.charge - 1000, method: 'bank_transfer' });
  await post(`${path}/status`, { status: 'cancelled', cancelled_by: 'club' }, 'put');
  await page.goto(`${club.url}/admin?pay=${booking.id}`);
  const form = sheet(page, 'Give back');
  await form.getByText(/^Give it back the way it came: .* bank transfer, .* cash\.$/).waitFor();
  const proposed = async () => [
    await form.locator('select').inputValue(),
    await form.getByLabel('Amount in PKR').inputValue(),
  ];
  expect(await proposed()).toEqual(['bank_transfer', String(booking.charge - 1000)]);
  await form.locator('select').selectOption('cash');
  expect(await proposed()).toEqual(['cash', '1000']);
  await form.locator('select').selectOption('bank_transfer');
  await form.getByRole('button', { name: /^Give back PKR/ }).click();
  await form.getByRole('button', { name: /^Give back PKR.1,000$/ }).waitFor();
  // The form for the rest looks like the one before, so it says what the press did.
  await form.getByText(/^Given back: PKR.[\d,]+ bank transfer\. PKR.1,000 left\.$/).waitFor();
  await waitUntil(() => isToastOnTop(page));
  expect(await proposed()).toEqual(['cash', '1000']);
  await form.getByRole('button', { name: /^Give back PKR/ }).click();
  await form.waitFor({ state: 'detached' });
}, 180_000);

test("a sheet opened from a list's line stays open when another admin settles the line, and at its address", async () => {
  const page = await openAdmin();
  keepSessions();
  await page.clock.setFixedTime(THIRTEEN_HOURS_BEFORE);
  const send = async (path: string, data: object) =>
    (await page.request.post(club.url + path, { data })).json();
  // The clock of the tests before may be past the evening.
  const date = addDays(tomorrow, 2);
  const body = { court_id: 2, date, slots: ['08:00', '08:30'], name: 'Two Desks' };
  const { data } = await send('/api/admin/bookings', body);
  const { id, version, balance: due } = data.booking;
  await page.goto(`${club.url}/admin?tab=money`);
  const line = page.getByRole('button', { name: 'Take payment from Two Desks' });
  await line.press('Enter');
  await sheet(page, 'Take payment')
    .getByRole('button', { name: /^Take PKR/ })
    .waitFor();
  await send(`/api/admin/bookings/${id}/payments`, { amount: due, method: 'bank_transfer', version });
  await line.waitFor({ state: 'detached' });
  await sheet(page, 'Take payment').getByText('Settled').waitFor();
  await page.reload();
  await sheet(page, 'Take payment').getByText('Settled').waitFor();
  await page.keyboard.press('Escape');
  await sheet(page, 'Take payment').waitFor({ state: 'detached' });
  // The address opened the sheet, so no button can have the focus back.
  await page.locator('main:focus, main :focus').waitFor();
  expect(page.errors).toEqual([]);
});

test('a refund says that its email was changed and where it goes, and its sheet keeps the message that refuses staff in view on a phone', async () => {
  const page = await open({ viewport: PHONE });
  await signInAsAdmin(page, club, 'staff');
  keepSessions();
  const send = async (method: string, path: string, data: object) => {
    const answer = await page.request.fetch(club.url + path, { method, data });
    expect([path, answer.ok()]).toEqual([path, true]);
    return (await answer.json()).data;
  };
  const walkIn = {
    court_id: 2,
    date: addDays(tomorrow, 3),
    slots: ['08:00', '08:30'],
    name: 'Hina Riaz',
    email: 'hina@example.com',
    payment: { method: 'cash' },
  };
  const { booking } = await send('POST', '/api/admin/bookings', walkIn);
  const path = `/api/admin/bookings/${booking.id}`;
  await send('PUT', `${path}/contact`, { email: 'other@example.com' });
  await send('PUT', `${path}/status`, { status: 'cancelled', cancelled_by: 'club' });
  const account = { title: 'Hina Riaz', account: TEST_IBAN };
  await page.request.put(`${club.url}/api/booking/${booking.id}/refund-account`, { data: account });
  /** Its number goes to the clipboard, ready for the bank's app. */
  const copies = async (within: Locator) => {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await within.getByRole('button', { name: 'Copy account for the refund' }).first().click();
    expect(await waitUntil(() => page.evaluate(() => navigator.clipboard.readText()))).toBe(TEST_IBAN);
  };
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

  const changed = /^Email changed by Sana Butt, .*: hina@example\.com is now other@example\.com\.$/;
  await page.goto(`${club.url}/admin?tab=money`);
  await page.getByText(changed).waitFor();
  await page.goto(`${club.url}/admin?tab=todo&booking=${booking.id}`);
  await drawer(page).getByText(changed).waitFor();
  await copies(drawer(page));
  await page.goto(`${club.url}/admin?tab=todo`);
  await page.getByText(changed).waitFor();
  await copies(page.locator('main'));
  await checkScreen(page, 'money-payee-to-do');
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Give back to Hina Riaz' }).click();
  const form = sheet(page, 'Give back');
  await form.getByText(changed).waitFor();
  await copies(form);
  await form.getByText(/^Until .* only an owner may give it back\.$/).waitFor();
  await checkScreen(page, 'money-payee-sheet');
  // The keyboard of the phone is open.
  await page.setViewportSize({ ...PHONE, height: 520 });
  await form.getByRole('button', { name: /^Give back PKR/ }).click();
  const refusal = form.getByRole('alert');
  await refusal.waitFor();
  expect(await refusal.textContent()).toStartWith('The account for this refund was changed on ');
  // The point that a thumb would press is the sentence's own.
  const isSeen = await refusal.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });
  expect(isSeen).toBe(true);
}, 60_000);
