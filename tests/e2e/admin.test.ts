import { afterEach, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright';
import { addDays } from '../../src/domain/business-day.ts';
import { cancellationOutcome } from '../../src/domain/refund.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { bookAsGuest, createWizardPage, GUEST, tomorrow } from '../support/booking-wizard.ts';
import { DESKTOP, openPage, PHONE, pageOpener } from '../support/browser-pages-and-waits.ts';
import { startFrontProxy } from '../support/front-proxy.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { startServerProcess } from '../support/server-process.ts';
import { createPng } from '../support/test-images.ts';
import { waitUntil } from '../support/wait-until.ts';

const club = serverForTestFile();

type AdminPage = Page & { errors: string[] };

const open = pageOpener({ viewport: DESKTOP });
async function openAdmin(path = '/admin?tab=bookings', at: { url: string; dataDir: string } = club) {
  const page = await open();
  await signInAsAdmin(page, at);
  await page.goto(at.url + path);
  await page.getByRole('link', { name: 'Bookings', exact: true }).waitFor();
  return page;
}

let pictureCount = 0;
/** Each picture differs, because the club compares the receipts of its bookings. */
const createPicture = () => {
  pictureCount += 1;
  return createPng(640, 400 + pictureCount);
};
let bookingCount = 0;
/** Each booking has a phone of its own, because the server limits the bookings of one phone. */
const book = async (over: Record<string, unknown>) => {
  bookingCount += 1;
  const answer = await bookAsGuest(club.url, { phone: `0300 1234${500 + bookingCount}`, ...over });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { booking: { id: number } }).booking.id;
};
async function sendReceipt(id: number, picture: Uint8Array): Promise<void> {
  const form = new FormData();
  form.set('receipt', new File([picture as Uint8Array<ArrayBuffer>], 'receipt.png', { type: 'image/png' }));
  form.set('email', GUEST.email);
  form.set('payment_method', 'bank_transfer');
  const answer = await fetch(`${club.url}/api/booking/${id}/receipt`, { method: 'POST', body: form });
  expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([200, '']);
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog').last();
/** Presses an action in the menu of the open booking. */
const pressInMenu = async (page: Page, name: string) => {
  await button(page, 'More actions').click();
  await button(page, name).click();
};
/** Presses an entry of *+ New* on the desk. */
const pressNew = async (page: Page, name: string) => {
  await button(page, '+ New').click();
  await button(page, name).click();
};
/** Presses an entry of the status menu in the row of a booking. */
const changeStatus = async (page: Page, id: number, name: string) => {
  await button(page, `More actions for booking ${id}`).click();
  await button(page, name).click();
};
const row = (page: Page, id: number) =>
  page.getByRole('row').filter({ hasText: new RegExp(`#${id}(?!\\d)`) });
const waitForStatus = (page: Page, id: number, status: string) =>
  row(page, id).locator('.badge').filter({ hasText: status }).waitFor();
const toast = (page: Page, text: string) =>
  page.locator('[data-sonner-toast]').filter({ hasText: text }).first().waitFor();
/** A total of Insights for the dates of the page's address. */
const total = async (page: Page, name: 'paid' | 'pending' | 'cancelled' | 'revenue'): Promise<number> => {
  const { startDate = tomorrow, endDate = tomorrow } = Object.fromEntries(new URL(page.url()).searchParams);
  const path = `/api/admin/insights?startDate=${startDate}&endDate=${endDate}`;
  return (await (await page.request.get(club.url + path)).json()).data.totals[name];
};
/** The page's errors without the refused requests that a test provokes; browsers log those as errors. */
const unexpectedErrors = (page: AdminPage) => page.errors.filter((error) => !/40[139]/.test(error));

test('visitors see the not-allowed page and never download the dashboard', async () => {
  const page = await open();
  const loadedScripts = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.endsWith('.js')),
    );
  await page.goto(`${club.url}/admin`);
  await page.getByRole('heading', { name: 'Not allowed' }).waitFor();
  const scripts = await loadedScripts();
  await page.goto(`${club.url}/booking`, { waitUntil: 'networkidle' });
  scripts.push(...(await loadedScripts()));
  expect(scripts.length).toBeGreaterThan(1);
  for (const url of scripts) {
    // The second text is of the calendar's editor.
    expect([url, await (await fetch(url)).text()]).toEqual([
      url,
      expect.not.stringMatching(/\/api\/admin\/bookings|Paint with/),
    ]);
  }
});

describe('status changes', () => {
  /** Frees the courts, so that each test can run again. */
  afterEach(() => {
    club.database((db) => {
      // The ledger keeps its rows, so their bookings can only go without it.
      db.run('PRAGMA foreign_keys = OFF');
      db.run(
        "DELETE FROM booking WHERE id IN (SELECT id FROM customer_booking WHERE status <> 'paid' OR name LIKE 'Keyed%' OR name LIKE 'Cara%')",
      );
      db.run('DELETE FROM payer WHERE booking_id NOT IN (SELECT id FROM booking)');
      db.run('DELETE FROM claim WHERE booking_id NOT IN (SELECT id FROM booking)');
    });
  });

  test('a booking appears, is marked as paid, cancelled and restored, and each dialog explains the consequences', async () => {
    const page = await openAdmin();
    await page.getByText('Live', { exact: true }).waitFor();
    const before = await total(page, 'paid');
    const id = await book({ start_time: '10:00', name: 'Cara Canceller' });
    await row(page, id).waitFor({ timeout: 5000 });
    await changeStatus(page, id, 'Mark Paid');
    expect(await dialog(page).getByLabel('PKR 4,000 was paid by').inputValue()).toBe('cash');
    await dialog(page).getByRole('button', { name: 'Mark Paid' }).click();
    await toast(page, 'SuccessBooking status updated successfully');
    await waitForStatus(page, id, 'Paid');
    expect(await total(page, 'paid')).toBe(before + 1);

    await changeStatus(page, id, 'Cancel');
    const cancelled = { date: tomorrow, start_time: '10:00', computed_amount: 4000, received: 4000 };
    const { percent } = cancellationOutcome(cancelled, 'customer', Date.now());
    await dialog(page)
      .getByText(
        { 100: 'keeps PKR 0; PKR 4,000', 50: 'keeps PKR 2,000; PKR 2,000', 0: 'keeps PKR 4,000; PKR 0' }[
          percent
        ],
      )
      .waitFor();
    await dialog(page).getByText('is free at once, first for whoever waits for it').waitFor();
    await dialog(page).getByRole('button', { name: 'Cancel booking' }).click();
    await waitForStatus(page, id, 'Cancelled');

    await changeStatus(page, id, 'Restore');
    await dialog(page).getByRole('button', { name: 'Restore' }).click();
    await waitForStatus(page, id, 'Paid');
    const cancel = { data: { status: 'cancelled' } };
    await page.request.put(`${club.url}/api/admin/bookings/${id}/status`, cancel);
    await waitForStatus(page, id, 'Cancelled');
    await book({ start_time: '10:30', name: 'Quick Visitor' });
    await changeStatus(page, id, 'Restore');
    await dialog(page).getByRole('button', { name: 'Restore' }).click();
    await toast(page, 'ErrorFailed to update booking status');
    await dialog(page).getByText('This time has just been taken').waitFor();
    await button(page, 'Keep as it is').click();
    await waitForStatus(page, id, 'Cancelled');
    expect(unexpectedErrors(page)).toEqual([]);
  });

  test('an admin finds a pending transfer, checks its receipt and approves it by keyboard alone', async () => {
    const id = await book({ start_time: '14:00', name: 'Keyed Transfer', payment_method: 'bank_transfer' });
    await book({ start_time: '14:00', court_id: 2, name: 'Keyed Other', payment_method: 'bank_transfer' });
    const page = await openAdmin('/admin?tab=bookings&status=pending');
    for (const picture of [createPicture(), createPicture()]) await sendReceipt(id, picture);
    await row(page, id).getByText('Receipt to check').waitFor({ timeout: 5000 });
    await row(page, id).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('keyed');
    await page.locator('tbody tr').first().locator('.admin-customer').getByText('Keyed Other').waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    for (let taps = 0; !(await focused()).startsWith('Booking'); taps += 1) {
      expect(taps).toBeLessThan(12);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe(`Booking ${id}, Keyed Transfer`);
    await page.keyboard.press('Enter');
    const tabTo = async (name: string, key = 'Tab') => {
      const on = () =>
        page.evaluate(
          () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
        );
      for (let taps = 0; (await on()) !== name; taps += 1) {
        expect([name, taps < 10]).toEqual([name, true]);
        await page.keyboard.press(key);
      }
    };
    const receipt = dialog(page).getByRole('img', { name: `Receipt for booking ${id}`, exact: true });
    await receipt.waitFor();
    const width = () =>
      receipt.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.clientWidth]);
    await waitUntil(async () => ((await width())[0] ?? 0) > 100);
    const replaced = dialog(page).getByRole('list', { name: 'Replaced receipts' }).getByRole('listitem');
    // At the full hour the time has no minutes, and in the first night of a year the date has that year.
    expect(await replaced.allTextContents()).toEqual([
      expect.stringMatching(/^Replaced receipt, uploaded \w{3} \d{1,2}(, \d{4})?, \d{1,2}(:\d{2})? [AP]M$/),
    ]);
    const source = await replaced.getByRole('img').getAttribute('src');
    expect((await page.request.get(club.url + source)).headers()['content-type']).toMatch(/^image\//);
    const [, small = 0] = await width();
    // Checking the receipt comes first; taking the money again would be a mistake.
    await dialog(page).getByText('PKR 4,000 open, receipt to check').waitFor();
    await button(page, 'Approve the payment of Keyed Transfer').waitFor();
    await button(page, 'Reject receipt').waitFor();
    const take = dialog(page).getByRole('button', { name: /^Take payment/ });
    expect(await take.getAttribute('class')).toBe('quiet');
    await tabTo(`Show large: Receipt for booking ${id}`);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: `Receipt for booking ${id}` }).waitFor();
    const [natural = 0, large = 0] = await width();
    await dialog(page).getByText('PKR 4,000').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: `Receipt for booking ${id}` }).waitFor({ state: 'detached' });
    expect(natural).toBeGreaterThan(100);
    expect(large).toBeGreaterThan(small);
    await tabTo('Take payment from Keyed Transfer', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Take payment' }).waitFor();
    expect(await dialog(page).getByLabel('Paid by').inputValue()).toBe('bank_transfer');
    expect(await page.locator(':focus').textContent()).toBe('Take PKR 4,000');
    await page.keyboard.press('Enter');
    await toast(page, 'Payment recorded');
    await page.getByText('Settled', { exact: true }).waitFor();
    expect(await page.locator(':focus').textContent()).toBe('Settled');
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await page.getByText('1 booking', { exact: true }).waitFor();
    expect(page.url()).toContain('q=keyed');
    expect(unexpectedErrors(page)).toEqual([]);
  });
});

test('after a move to a higher price the customer sees the new amount', async () => {
  const visitor = await open();
  await visitor.setViewportSize(PHONE);
  const wizard = createWizardPage(visitor, club.url);
  const date = addDays(tomorrow, 3);
  await wizard.openStarts(`?court=2&date=${date}`);
  await wizard.start('Court 2', 36).click();
  await wizard.goToPayment();
  await wizard.complete();
  await visitor.waitForURL(/\/success\?/);
  const id = Number(new URL(visitor.url()).searchParams.get('booking_id'));
  const amount = visitor.locator('.pay-facts div').filter({ hasText: 'Amount' }).locator('dd').first();
  expect(await amount.textContent()).toBe('PKR 5,000');

  const email = 'mover@example.com';
  const headers = { cookie: insertUserSession(club.dataDir, { email, name: 'Mover', role: 'staff' }) };
  const path = `${club.url}/api/admin/bookings/${id}`;
  const { version } = (await (await fetch(path, { headers })).json()).data.booking;
  const moved = await fetch(`${path}/slots`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ court_id: 2, date, slots: ['18:00', '18:30', '19:00'], version }),
  });
  expect(moved.status).toBe(200);
  // The wizard stored the old amount in this tab; the page must not ask for it.
  await visitor.reload();
  await amount.filter({ hasText: 'PKR 7,500' }).waitFor();
});

describe('filters', () => {
  test('the URL holds the filters, one header is sorted and the CSV matches the filters', async () => {
    await book({ date: tomorrow, start_time: '16:00', name: 'Findable Zed' });
    await book({ date: tomorrow, start_time: '17:00', name: 'Findable Abe' });
    const page = await openAdmin();
    await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Pending' }).click();
    await page.getByRole('searchbox').fill('findable');
    await page.getByText('2 bookings').waitFor();
    await page.getByRole('button', { name: 'Customer' }).click();
    const names = () => page.locator('tbody .admin-customer strong').allInnerTexts();
    await page.waitForFunction(() =>
      document.querySelector('tbody .admin-customer')?.textContent?.includes('Abe'),
    );
    expect(await names()).toEqual(['Findable Abe', 'Findable Zed']);
    expect(await page.locator('[aria-sort]').count()).toBe(1);
    expect(await page.locator('[aria-sort]').getAttribute('aria-sort')).toBe('ascending');
    await page.reload();
    await page.getByText('2 bookings').waitFor();
    expect(await names()).toEqual(['Findable Abe', 'Findable Zed']);
    expect(await page.getByRole('searchbox').inputValue()).toBe('findable');
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).click();
    const csv = await Bun.file(await (await downloading).path()).text();
    expect(
      csv
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[7]),
    ).toEqual(['Findable Abe', 'Findable Zed']);
    await page.getByRole('link', { name: 'Customers', exact: true }).click();
    await page.getByRole('tab', { name: 'Users' }).click();
    await page.getByRole('region', { name: 'Users', exact: true }).waitFor();
    await page.goBack();
    await page.goBack();
    await page.getByText('2 bookings').waitFor();
  });

  test('the list says whether it is empty or was refused, and two quick filter changes both stay in the URL', async () => {
    await book({ start_time: '20:00', court_id: 2, name: 'Twice Changed' });
    const page = await openAdmin();
    await page.getByRole('combobox', { name: 'Dates' }).selectOption('Choose dates');
    await page.getByLabel('From', { exact: true }).fill('2031-01-01');
    await page.getByLabel('To', { exact: true }).fill('2030-01-01');
    await page.getByText('No bookings match these filters.').waitFor();
    expect(await total(page, 'revenue')).toBe(0);
    await page.getByRole('link', { name: 'Show all bookings' }).click();
    await page.getByRole('table').waitFor();

    await page.route('**/api/admin/bookings?*', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Pending' }).click();
    await page.getByText('HTTP error! status: 500').waitFor();
    await page.unroute('**/api/admin/bookings?*');
    await button(page, 'Try again').click();
    await page.getByText('HTTP error! status: 500').waitFor({ state: 'hidden' });

    await page.locator('.admin-sort').first().waitFor();
    await page.evaluate(() => {
      // The search settles after 250 ms; the click comes before the page renders it.
      const later = window.setTimeout;
      const onItsHeels = (work: () => void, ms?: number) =>
        later(() => {
          work();
          if (ms === 250) document.querySelector<HTMLButtonElement>('.admin-sort')?.click();
        }, ms);
      window.setTimeout = onItsHeels as typeof window.setTimeout;
    });
    await page.getByRole('searchbox').fill('twice');
    await page.waitForURL(/sort=/);
    await page.waitForURL(/q=twice/);
  });
});

describe('the day view', () => {
  const grid = (page: Page) => page.locator('.admin-day-grid');
  const openDay = async (date = tomorrow) => {
    const page = await openAdmin(`/admin?tab=desk&date=${date}`);
    await grid(page).getByRole('table').waitFor();
    return page;
  };

  test('a walk-in shows errors at its fields; an extension and a move show their price before they are saved', async () => {
    await book({ start_time: '18:00', name: 'Mover Khan' });
    const page = await openDay();
    await grid(page).getByRole('button', { name: 'Court 1, 8 PM – 8:30 PM: free, book a walk-in' }).click();
    await dialog(page).getByText('PKR 5,000').waitFor();
    expect(await page.locator(':focus').getAttribute('name')).toBe('name');
    await dialog(page).getByRole('button', { name: 'Book', exact: true }).click();
    await dialog(page).getByText('Name must be at least 2 characters').first().waitFor();
    expect(await dialog(page).getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
    await dialog(page).getByLabel('Name').fill('Walker Ahmed');
    await dialog(page).getByText('More', { exact: true }).click();
    await dialog(page).getByLabel('Phone').fill('0300 7654321');
    await dialog(page).getByLabel('Length').selectOption('3');
    await dialog(page).getByText('PKR 7,500').waitFor();
    await dialog(page).getByRole('radio', { name: 'Cash' }).check();
    await dialog(page).getByRole('button', { name: 'Book', exact: true }).click();
    await toast(page, 'Booked');
    await grid(page)
      .getByRole('button', { name: /Court 1, 8 PM – 9:30 PM: Walker Ahmed Paid/ })
      .waitFor();

    await grid(page)
      .getByRole('button', { name: /Mover Khan/ })
      .click();
    await pressInMenu(page, 'Add 30 minutes');
    await dialog(page).getByText('2,500 more to pay').waitFor();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Thirty minutes added');
    await button(page, 'Move').click();
    await dialog(page).getByLabel('Court').selectOption('2');
    await dialog(page).getByText('The price stays the same.').waitFor();
    await dialog(page).getByLabel('Start').selectOption('09:00');
    await dialog(page).getByText('1,500 less to pay').waitFor();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Booking moved');
    await dialog(page).getByText('History', { exact: true }).click();
    await dialog(page)
      .getByText(/Moved from court 1/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await grid(page)
      .getByRole('button', { name: /Court 2, 9 AM – 10:30 AM: Mover Khan/ })
      .waitFor();
    expect(unexpectedErrors(page)).toEqual([]);
  });

  test('arrow keys move in the grid, Enter opens, Escape closes one thing at a time, and focus returns', async () => {
    // `tomorrow` is today when the business day turns during the run, and the running evening stands above then.
    const date = addDays(tomorrow, 1);
    await book({ date, start_time: '13:00', court_id: 2, name: 'Escape Artist' });
    const page = await openDay(date);
    await button(page, '+ New').focus();
    await page.keyboard.press('Tab');
    const focused = () =>
      page.evaluate(() => {
        const { x = 0, y = 0 } = document.activeElement?.getBoundingClientRect() ?? {};
        const name =
          document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
        return { court: /Court \d/.exec(name ?? '')?.[0], x, y: y + scrollY };
      });
    expect((await focused()).court).toBe('Court 1');
    await page.keyboard.press('ArrowRight');
    const right = await focused();
    expect(right.court).toBe('Court 2');
    await page.keyboard.press('ArrowDown');
    const below = await focused();
    expect([below.court, below.y > right.y]).toEqual(['Court 2', true]);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('.admin-day-grid') === null)).toBe(true);

    const block = grid(page).getByRole('button', { name: /Escape Artist/ });
    await block.focus();
    await page.keyboard.press('Enter');
    await button(page, 'More actions').waitFor();
    const expectOpen = async (dialogs: number, menus: number) => {
      expect([
        await page.locator('dialog[open]').count(),
        await page.locator(':popover-open').count(),
      ]).toEqual([dialogs, menus]);
    };
    // The bar is the first after the button that closes the booking.
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Take payment from Escape Artist');
    await page.keyboard.press('Enter');
    await page.locator(':focus', { hasText: 'Take PKR' }).waitFor();
    await expectOpen(2, 0);
    await page.keyboard.press('Escape');
    await page.locator(':focus', { hasText: 'Take payment' }).waitFor();
    await expectOpen(1, 0);
    await button(page, 'More actions').focus();
    await page.keyboard.press('Enter');
    await expectOpen(1, 1);
    await page.keyboard.press('Escape');
    await expectOpen(1, 0);
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('More actions');
    await page.keyboard.press('Enter');
    await button(page, 'Add 30 minutes').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Add 30 minutes' }).waitFor();
    await page.keyboard.press('Escape');
    await expectOpen(1, 0);
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('More actions');
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    expect(unexpectedErrors(page)).toEqual([]);
  });

  test('closing a court decides about the booking in the way, and the court can be reopened', async () => {
    const id = await book({ start_time: '22:00', court_id: 2, name: 'In The Way' });
    const page = await openDay();
    await pressNew(page, 'Block time');
    expect(await dialog(page).getByLabel('First day').inputValue()).toBe(tomorrow);
    // A dialog begins at the first thing to do, not at its closing cross.
    const first = dialog(page).getByRole('checkbox', { name: 'Court 1' });
    expect(await first.evaluate((field) => field === document.activeElement)).toBe(true);
    await first.uncheck();
    await dialog(page).getByRole('checkbox', { name: 'Court 2' }).check();
    await dialog(page).getByLabel('From').selectOption({ label: '10:30 PM' });
    await dialog(page).getByLabel('Until').selectOption({ label: '11:30 PM' });
    await dialog(page).getByLabel('Reason').fill('New net');
    await dialog(page).getByRole('button', { name: 'Block time' }).click();
    await dialog(page).getByText('Nothing is closed yet. 1 booking is in this time.').waitFor();
    const choice = dialog(page).getByRole('combobox', { name: 'What happens to In The Way' });
    expect(await choice.locator('option:checked').textContent()).toBe('Cancel, refund everything');
    await choice.selectOption('0');
    // No mail server is set up.
    await dialog(page).getByText('No email: please call +92').waitFor();
    await choice.selectOption('keep');
    await dialog(page).getByRole('button', { name: 'Block around it' }).waitFor();
    await choice.selectOption('cancel');
    await dialog(page).getByText('No email: please call +92').waitFor();
    await dialog(page)
      .getByLabel('A personal note to the customer (optional)')
      .fill('The new net is worth it.');
    await dialog(page).getByRole('button', { name: 'Apply', exact: true }).click();
    await toast(page, 'Court closed');
    const link = dialog(page).getByRole('link', { name: 'WhatsApp to In The Way' });
    expect(new URL((await link.getAttribute('href')) ?? '').searchParams.get('text')).toMatch(
      /^Salam In The Way\. We had to close the court: New net\. We’re sorry, but we had to cancel your booking .* The new net is worth it\.$/,
    );
    await button(page, 'Done').click();
    expect(club.database((db) => db.query('SELECT status FROM booking WHERE id = ?').get(id))).toEqual({
      status: 'cancelled',
    });
    await grid(page).getByRole('button', { name: 'Court 2, 10:30 PM – 11:30 PM: Closed New net' }).click();
    await button(page, 'Reopen').click();
    await toast(page, 'Court reopened');
    await grid(page)
      .getByRole('button', { name: 'Court 2, 11 PM – 11:30 PM: free, book a walk-in' })
      .waitFor();
    expect(unexpectedErrors(page)).toEqual([]);
  });

  test('at midnight the day view shows both dates and the current slot without scrolling', async () => {
    const page = await openPage({ viewport: PHONE });
    await page.clock.install({ time: new Date('2026-11-22T00:40:00+05:00') });
    await signInAsAdmin(page, club);
    await page.goto(`${club.url}/admin?tab=desk`);
    await page.getByRole('heading', { name: 'Tonight, Sat, Nov 21 (now Sun, Nov 22)' }).waitFor();
    const walkIn = page.getByRole('button', { name: 'Walk-in on Court 1' });
    await walkIn.waitFor();
    const box = await walkIn.boundingBox();
    expect(box && box.y + box.height).toBeLessThan(PHONE.height);
    // The grid below begins an hour before the same slot.
    const free = page.getByRole('button', { name: 'Court 1, 12:30 AM – 1 AM: free' });
    const grid = await page.locator('.admin-day-grid').boundingBox();
    const cell = await free.boundingBox();
    expect(cell && grid && cell.y - grid.y).toBeLessThan(300);
    const label = page.locator('.admin-next-day');
    expect(await label.textContent()).toBe('Sun, Nov 22');
    const over = await label.evaluate((at) => at.scrollWidth - (at.closest('th')?.clientWidth ?? 0));
    expect(over).toBeLessThanOrEqual(0);
  });
});

test('an open dashboard does not keep the server from stopping', async () => {
  const other = await startServerProcess();
  const page = await openAdmin('/admin', other);
  await page.getByText('Live', { exact: true }).waitFor();
  // It waits ten seconds for other requests.
  expect(await Promise.race([other.stop(), Bun.sleep(8000)])).toBe(0);
  await page.getByText('Connecting …').waitFor();
  await page.getByText('The club’s server has not answered since').waitFor();
  await other.close();
});

test('a stream that dies without an end is noticed, and opened again', async () => {
  const page = await open({});
  await page.addInitScript(() => {
    const opened: EventTarget[] = [];
    class Stream extends EventTarget {
      static readonly CLOSED = 2;
      readyState = 1;
      constructor() {
        super();
        opened.push(this);
        for (const type of ['open', 'error', 'message'])
          this.addEventListener(type, (event) =>
            (this as unknown as Record<string, ((event: Event) => void) | undefined>)[`on${type}`]?.(event),
          );
      }
      close() {
        this.readyState = Stream.CLOSED;
      }
    }
    Object.assign(window, { EventSource: Stream, opened });
  });
  await page.clock.install();
  await signInAsAdmin(page, club);
  await page.goto(`${club.url}/admin`);
  const opened = () => page.evaluate(() => (window as unknown as { opened: unknown[] }).opened.length);
  const receive = (type: string) =>
    page.evaluate(
      (event) =>
        (window as unknown as { opened: EventTarget[] }).opened.at(-1)?.dispatchEvent(new Event(event)),
      type,
    );
  const status = (text: string) => page.getByText(text, { exact: true }).waitFor();
  await waitUntil(async () => (await opened()) === 1);
  await receive('open');
  await status('Live');
  for (let beats = 0; beats < 4; beats += 1) {
    await page.clock.fastForward(20_000);
    await receive('heartbeat');
  }
  expect(await page.getByText('Connecting …').count()).toBe(0);
  await page.clock.fastForward(26_000);
  await status('Connecting …');
  await page.clock.fastForward(6000);
  await page.getByText('The club’s server has not answered since').waitFor();
  expect(await opened()).toBe(2);
  // A proxy takes the request and never answers.
  await page.clock.fastForward(26_000);
  await page.clock.fastForward(6000);
  expect(await opened()).toBe(3);
  await receive('open');
  await status('Live');
});

test('without a network the desk stays readable, and the device keeps the day’s list until logout', async () => {
  const page = await openPage({ viewport: DESKTOP, serviceWorkers: 'allow' });
  await signInAsAdmin(page, club);
  await page.goto(`${club.url}/admin`);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  const list = () => page.evaluate(async () => (await (await caches.match('/day-list'))?.text()) ?? '');
  await waitUntil(async () => (await list()).includes('To collect'));
  await page.context().setOffline(true);
  await page.getByText('This device has been offline since').waitFor();
  await page.getByRole('region', { name: /^Courts on/ }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'You’re offline' }).waitFor();
  await page.getByRole('region', { name: 'Day list' }).getByText('As of').waitFor();
  await page.context().setOffline(false);
  await page.goto(`${club.url}/admin`);
  await waitUntil(async () => (await list()).includes('To collect'));
  await button(page, 'Menu').click();
  await button(page, 'Logout').click();
  await page.waitForURL(`${club.url}/`);
  await waitUntil(async () => (await list()) === '');
});

test('while a rented server answers for the club, the desk keeps the day’s list, and a stranger reads that page', async () => {
  const front = await startFrontProxy(club.url);
  const page = await openPage({ viewport: PHONE, serviceWorkers: 'allow' });
  await signInAsAdmin(page, club);
  await page.goto(`${front.url}/admin`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  const list = () => page.evaluate(async () => (await (await caches.match('/day-list'))?.text()) ?? '');
  await waitUntil(async () => (await list()).includes('To collect'));
  front.setOff(true);
  await page.getByText('The club’s server has not answered since').waitFor();
  expect(await page.getByText('The server can’t save anything').count()).toBe(0);
  await page.reload();
  await page.getByRole('region', { name: 'Day list' }).getByText('As of').waitFor();
  await page.goto(`${front.url}/about`);
  await page.getByRole('heading', { name: 'Call us' }).waitFor();
  front.setOff(false);
  await page.goto(`${front.url}/admin`);
  await page.getByText('Live', { exact: true }).waitFor();
  front.setSilent(true);
  await page.goto(`${front.url}/admin`);
  await page.getByRole('region', { name: 'Day list' }).getByText('As of').waitFor();
  front.setSilent(false);
  await page.goto(`${front.url}/admin`);
  await page.getByText('Live', { exact: true }).waitFor();
  front.stop();
});

describe('users, messages, courts and charts', () => {
  test('users show their role, and a message is new until it is read', async () => {
    const answer = await fetch(`${club.url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Hira Awan',
        email: 'hira@example.com',
        subject: 'events',
        message: 'A tournament for twelve, please.',
      }),
    });
    expect(answer.ok).toBe(true);
    const page = await openAdmin('/admin?tab=users');
    await page
      .getByRole('row')
      .filter({ hasText: 'Sana Butt' })
      .first()
      .getByText('Admin', { exact: true })
      .waitFor();
    await page.getByRole('searchbox').fill('nobody at all');
    await page.getByText('0 users').waitFor();
    await page.getByRole('link', { name: /^To do/ }).click();
    await page.getByRole('tab', { name: /^Messages/ }).click();
    await page.getByText('1 unread of 1').waitFor();
    expect(await page.getByRole('link', { name: 'Reply to Hira Awan' }).getAttribute('href')).toBe(
      'mailto:hira@example.com?subject=Re%3A%20Events',
    );
    await page.getByRole('button', { name: /Mark read/ }).click();
    await page.getByText('0 unread of 1').waitFor();
    await page.getByLabel('Unread only').check();
    await page.getByText('All messages are read.').waitFor();
  });

  test('charts have a sentence and a table, lists say which days they cover, and a search covers everything', async () => {
    const page = await openAdmin('/admin?tab=insights');
    const shown = () => page.getByRole('combobox', { name: 'Dates' }).locator('option:checked').textContent();
    // In January they have begun in another year.
    expect(await shown()).toMatch(/^Last 30 days: \w+ \d+(, \d{4})? – (\w+ )?\d+(, \d{4})?$/);
    await page.goto(`${club.url}/admin?tab=insights&startDate=${tomorrow}&endDate=${tomorrow}`);
    await page.getByRole('img', { name: /^Revenue per day\. Total PKR/ }).waitFor();
    for (const [name, of] of [
      ['paid_bookings', 'paid'],
      ['pending_bookings', 'pending'],
      ['filtered_revenue', 'revenue'],
    ] as const) {
      const shown = await page.locator(`[data-stat=${name}]`).filter({ hasNotText: '–' }).textContent();
      expect([name, Number(shown?.replace(/\D/g, ''))]).toEqual([name, await total(page, of)]);
    }
    const heat = page.getByRole('region', { name: 'Use by weekday and hour' });
    expect(await heat.last().getByRole('row').count()).toBe(22);
    await page.getByText('All values as a table').click();
    expect(await page.getByRole('region', { name: 'Revenue per day' }).getByRole('row').count()).toBe(2);

    await page.getByRole('link', { name: 'Bookings', exact: true }).click();
    await page.getByRole('table').waitFor();
    const figures = page.getByRole('region', { name: 'Figures of the club' });
    const figure = async (name: string) => {
      const text = await figures.locator(`[data-stat=${name}]`).filter({ hasNotText: '–' }).textContent();
      return Number(text?.replace(/\D/g, ''));
    };
    expect(await figure('filtered_revenue')).toBe(await figure('total_revenue'));
    const counts = await Promise.all(['pending', 'paid', 'cancelled'].map((of) => figure(`${of}_bookings`)));
    expect(await figure('total_bookings')).toBe(counts.reduce((sum, count) => sum + count, 0));
    await page.goto(`${club.url}/admin?tab=bookings&startDate=2020-01-01&endDate=2020-01-02`);
    await figures
      .locator('[data-stat=filtered_revenue]')
      .filter({ hasText: /^PKR 0$/ })
      .waitFor();
    expect(await figure('total_revenue')).toBeGreaterThan(0);
    await page.goto(`${club.url}/admin?tab=bookings`);
    expect(await shown()).toMatch(/^From today: \w+ \d+ and later$/);
    await page.getByRole('searchbox').fill('nobody at all');
    await page.getByText('No bookings match').waitFor();
    expect(await shown()).toBe('All dates');
  });
});
