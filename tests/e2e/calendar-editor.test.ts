/** An owner changes hours and prices in the calendar editor, in a browser on the executable. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright';
import { addDays } from '../../src/domain/business-day.ts';
import { longDate, shortDate } from '../../src/domain/format-date.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { checkScreen, findAxeViolations } from '../support/axe.ts';
import { bookAsGuest } from '../support/booking-wizard.ts';
import { DESKTOP, pageOpener, settle } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const club = serverForTestFile({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });

/** The first day of the month after next: every tested date lies in one month, within what can be booked. */
const today = clubToday();
const nextMonth = addDays(`${today.slice(0, 8)}01`, 31).slice(0, 7);
const on = (day: number) => `${nextMonth}-${String(day).padStart(2, '0')}`;

const open = pageOpener({ viewport: DESKTOP });

async function openEditor() {
  const page = await open();
  await signInAsAdmin(page, club);
  await page.goto(`${club.url}/admin?tab=calendar`);
  await page.getByRole('heading', { name: 'Standing week' }).waitFor();
  return page;
}
const day = (page: Page, date: string) => page.locator(`.month [data-roving-key="${date}"]`);
const cell = (page: Page, name: string) => page.locator(`.paint-cell[aria-label^="${name}"]`);
const save = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
const confirmPrices = (page: Page) => page.getByRole('button', { name: 'Save these prices' }).click();
const slotTimes = async (date: string) =>
  (
    (await (await fetch(`${club.url}/api/slots?date=${date}&courtId=1`)).json()) as {
      start_time: string;
      pricingTier: string;
    }[]
  ).map((slot) => slot.start_time);

test('dragging over dates adds Ramadan, and customers see it at once', async () => {
  const page = await openEditor();
  await page.getByRole('button', { name: 'Month after' }).click();
  const [first, last] = [await day(page, on(5)).boundingBox(), await day(page, on(20)).boundingBox()];
  if (!first || !last) throw new Error('the month is not shown');
  await page.mouse.move(first.x + 8, first.y + 8);
  await page.mouse.down();
  await page.mouse.move(last.x + 8, last.y + 8, { steps: 8 });
  await page.mouse.up();
  expect(await page.locator('.month [aria-pressed="true"]').count()).toBe(16);
  await page.getByRole('button', { name: 'Add an exception' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an exception' });
  expect(await dialog.getByLabel('First day').inputValue()).toBe(on(5));
  await dialog
    .getByText('The whole club is closed. To close one court for a repair, use Block time.')
    .waitFor();
  await save(page);
  await dialog.getByRole('alert').filter({ hasText: 'Please give a reason' }).waitFor();
  await dialog.getByRole('button', { name: 'Ramadan' }).click();
  expect(await slotTimes(on(10))).toHaveLength(42);
  await save(page);
  await dialog.getByText('Nothing is saved yet.').waitFor();
  expect(await dialog.getByRole('row', { name: /^7 AM – 6 PM/ }).textContent()).toContain('PKR 4,000closed');
  expect(await slotTimes(on(10))).toHaveLength(42);
  await confirmPrices(page);
  await dialog.waitFor({ state: 'detached' });

  const preview = page.getByRole('region', { name: 'What customers see' });
  await preview.getByText('open 8 PM – 5 AM (Ramadan).').waitFor();
  expect(await preview.textContent()).toContain('8 PM – 10 PMPKR 4,000PKR 4,000');
  // The month that changed stays on the screen.
  expect(await day(page, on(5)).getAttribute('data-kind')).toBe('other');
  expect((await slotTimes(on(10)))[0]).toBe('20:00');
  expect(await slotTimes(on(10))).toHaveLength(18);
  await checkScreen(page, 'calendar-editor');
  expect(page.errors).toEqual([]);
});

test('a keyboard alone closes days over bookings, of which one moves, one is cancelled and one stays', async () => {
  const booked = await Promise.all(
    ['18:00', '20:00', '22:00'].map(async (start_time, at) => {
      const guest = { name: `Guest ${at + 1}`, email: `in-the-way${at}@example.com` };
      const response = await bookAsGuest(club.url, { date: on(25), start_time, ...guest });
      return ((await response.json()) as { booking: { id: number } }).booking.id;
    }),
  );
  const page = await openEditor();
  await page.getByRole('button', { name: 'Month after' }).click();
  await day(page, on(24)).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  expect(await page.locator('.month [aria-pressed="true"]').count()).toBe(3);
  await page.getByRole('button', { name: 'Add an exception' }).press('Enter');
  await page.getByRole('button', { name: 'Eid', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Save these prices' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add an exception' });
  await dialog.getByText('The new hours and prices are saved.').waitFor();
  // Nobody can buy the time while an owner decides.
  expect(await slotTimes(on(25))).toEqual([]);
  expect(await findAxeViolations(page)).toEqual([]);
  const choice = (name: string) => dialog.getByRole('combobox', { name: `What happens to ${name}` });
  expect(await choice('Guest 1').locator('option:checked').textContent()).toBe('Keep as booked');
  await dialog.getByRole('radio', { name: 'Move to the nearest free time' }).press('Space');
  const proposals = await Promise.all(
    ['Guest 1', 'Guest 2'].map((name) => choice(name).locator('option:checked').textContent()),
  );
  expect(proposals).toEqual([
    `Move to ${shortDate(on(27))}, 6 PM, Court 1`,
    `Move to ${shortDate(on(27))}, 8 PM, Court 1`,
  ]);
  await choice('Guest 2').selectOption('cancel');
  await dialog.getByText('Email to in-the-way1@example.com: the club cancelled').waitFor();
  await choice('Guest 3').selectOption('Keep as booked');
  await dialog.getByRole('button', { name: 'Apply', exact: true }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByText(`The club is closed on ${shortDate(on(24))}: Eid. Please choose another date.`)
    .waitFor();
  const after = await Promise.all(
    booked.map(async (id) => (await (await fetch(`${club.url}/api/booking/${id}`)).json()).booking),
  );
  expect(after.map(({ date, status }) => [date, status])).toEqual([
    [on(27), 'pending'],
    [on(25), 'cancelled'],
    [on(25), 'pending'],
  ]);
  // The next test changes prices, which would name these two.
  for (const id of booked) {
    const cancel = { data: { status: 'cancelled' } };
    await page.request.put(`${club.url}/api/admin/bookings/${id}/status`, cancel);
  }
  expect(page.errors).toEqual([]);
});

test('Friday gets its own hours by pointer and keyboard, and the weekend costs more', async () => {
  const page = await openEditor();
  const dialog = page.getByRole('dialog', { name: 'Change the standing week' });
  const edit = async (group: string, days: string[]) => {
    await page.getByRole('button', { name: `Change ${group}`, exact: true }).click();
    await dialog.getByRole('checkbox').first().waitFor();
    for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck();
    for (const name of days) await dialog.getByRole('checkbox', { name }).check();
  };
  await edit('Every day', ['Fri']);
  await dialog.getByRole('radio', { name: 'Morning' }).check();
  await cell(page, '7 AM: Morning').focus();
  await page.keyboard.press('Home');
  for (const key of ['Space', 'Shift+ArrowDown']) await page.keyboard.press(key);
  await cell(page, '6:30 AM: Morning, PKR 4,000 an hour').waitFor();
  // Closed from 12 PM to 2 PM, by pointer.
  await dialog.getByRole('radio', { name: 'Closed', exact: true }).check();
  await cell(page, '12 PM: ').evaluate((element) => element.scrollIntoView({ block: 'start' }));
  const from = await cell(page, '12 PM: ').boundingBox();
  const to = await cell(page, '1:30 PM: ').boundingBox();
  if (!from || !to) throw new Error('the grid is not shown');
  await page.mouse.move(from.x + 4, from.y + 4);
  await page.mouse.down();
  await page.mouse.move(to.x + 4, to.y + 4, { steps: 3 });
  await page.mouse.up();
  await cell(page, '1 PM: Closed').waitFor();
  await save(page);
  await confirmPrices(page);
  await dialog.waitFor({ state: 'detached' });
  // The week after the exceptions of the other tests.
  const dates = Array.from({ length: 7 }, (_, at) => addDays(on(28), at + 1));
  const dateOf = (weekday: string) => dates.find((date) => longDate(date).startsWith(weekday)) ?? '';
  const friday = await slotTimes(dateOf('Friday'));
  expect([friday[0], friday.includes('11:30'), friday.includes('12:00'), friday.includes('14:00')]).toEqual([
    '06:00',
    true,
    false,
    true,
  ]);

  await edit('Mon – Thu, Sat – Sun', ['Sat', 'Sun']);
  await dialog.getByLabel('Peak: PKR an hour', { exact: true }).fill('11000');
  await save(page);
  await confirmPrices(page);
  await dialog.getByText('Please confirm the large change first').waitFor();
  await dialog.getByText('An hour for PKR 5,000 becomes PKR 11,000: more than a third.').waitFor();
  await checkScreen(page, 'confirm-prices');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByLabel('Peak: PKR an hour', { exact: true }).fill('5500');
  await cell(page, '6 PM: Peak, PKR 5,500 an hour').waitFor();
  await save(page);
  expect(await dialog.getByRole('row', { name: /^6 PM – 2 AM/ }).textContent()).toBe(
    '6 PM – 2 AMPKR 5,000PKR 5,500',
  );
  await confirmPrices(page);
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('6 PM – 2 AM: PKR 5,500').waitFor();
  const sold = await bookAsGuest(club.url, { date: dateOf('Saturday'), start_time: '18:00', duration: 90 });
  expect((await sold.json()).booking).toMatchObject({ hourly_rate: 5000, computed_amount: 8250 });
  expect(page.errors).toEqual([]);
});

test('a keyboard alone gives one court its own weekend price, and customers pay it', async () => {
  const page = await openEditor();
  const dialog = page.getByRole('dialog', { name: 'Change the standing week' });
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await page.getByRole('button', { name: 'Weekend prices' }).press('Enter');
  await dialog.getByRole('checkbox', { name: 'Different prices for each court' }).press('Space');
  await dialog.getByLabel('Peak, Court 2: PKR an hour', { exact: true }).fill('8000');
  await cell(page, '6 PM: Peak, PKR 5,500 or 8,000 an hour').waitFor();
  expect(await dialog.getByLabel('Peak, Court 1: PKR an hour', { exact: true }).inputValue()).toBe('5500');
  await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  // The focus is in the question, and not on what saves.
  await dialog.getByText('An hour for PKR 5,500 becomes PKR 8,000: more than a third.').waitFor();
  expect(
    await dialog
      .getByRole('button', { name: 'Close', exact: true })
      .evaluate((it) => it === document.activeElement),
  ).toBe(true);
  expect(await dialog.getByRole('row', { name: /^6 PM – 2 AM/ }).textContent()).toBe(
    '6 PM – 2 AMPKR 5,500PKR 5,500PKR 5,500PKR 8,000',
  );
  // The table, which scrolls, then the large change, the way back and the press that saves.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Back');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Save these prices');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('6 PM – 2 AM: PKR 5,500 or 8,000').waitFor();
  expect(await focused()).toBe('Weekend prices');
  const dates = Array.from({ length: 7 }, (_, at) => addDays(on(28), at + 1));
  const saturday = dates.find((date) => longDate(date).startsWith('Saturday')) ?? '';
  const guest = await open();
  await guest.goto(`${club.url}/booking?court=2&date=${saturday}`);
  await guest.getByRole('button', { name: /^9 PM 8,000 PKR/ }).waitFor();
  const sold = await bookAsGuest(club.url, { date: saturday, start_time: '21:00', court_id: 2 });
  expect((await sold.json()).booking).toMatchObject({ hourly_rate: 5000, computed_amount: 8000 });
  expect([page.errors, guest.errors]).toEqual([[], []]);
});

test('a rate applies from a later date, and can be removed again', async () => {
  const page = await openEditor();
  const dates = Array.from({ length: 7 }, (_, at) => addDays(on(28), at + 1));
  const dateOf = (weekday: string) => dates.find((date) => longDate(date).startsWith(weekday)) ?? '';

  await page.getByRole('button', { name: 'Add a rate' }).click();
  await page.getByRole('dialog').getByLabel('Hourly rate (PKR)').fill('6,000');
  await page.getByRole('button', { name: 'Save the rate' }).click();
  await page.getByRole('dialog').getByRole('cell', { name: 'PKR 6,000' }).first().waitFor();
  await page.getByRole('button', { name: 'Save these prices' }).click();
  await page.getByText('1 booking keeps the price it was sold at').waitFor();
  expect(await page.getByRole('button', { name: /Keep (all )?as booked/ }).count()).toBe(1);
  await page.getByRole('button', { name: 'Keep as booked' }).press('Enter');
  await page.getByText(`PKR 6,000 from ${shortDate(on(1))}`).waitFor();
  const preview = page.getByRole('region', { name: 'What customers see' });
  // At the weekend no half-hour has the plain rate.
  await preview.getByLabel('On').fill(dateOf('Monday'));
  await preview.getByText('PKR 6,000').first().waitFor();
  // Sold at the rate that is removed; the booking before it has the price that counts again.
  await bookAsGuest(club.url, { date: dateOf('Sunday'), start_time: '18:00', email: 'rana@example.com' });
  await page.getByRole('button', { name: /^Remove PKR 6,000/ }).press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Remove a rate' });
  await sheet.getByText('1 booking keeps the price it was sold at').press('Enter');
  expect(await sheet.locator('details li').filter({ visible: true }).count()).toBe(1);
  await checkScreen(page, 'admin-rate-removed');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await preview.getByText('PKR 6,000').waitFor({ state: 'detached' });
  expect(page.errors).toEqual([]);
});

test("what others do doesn't change an open dialog's draft, and a calendar saved in the meantime isn't overwritten", async () => {
  const page = await openEditor();
  await page
    .getByRole('button', { name: /^Change (Mon|Every day)/ })
    .first()
    .click();
  await page.getByRole('radio', { name: 'Closed', exact: true }).check();
  await cell(page, '7 AM: Morning').press('Space');
  const loaded = page.waitForResponse(
    (answer) => answer.url() === `${club.url}/api/admin/calendar` && answer.request().method() === 'GET',
  );
  const { data } = await (await page.request.get(`${club.url}/api/admin/calendar`)).json();
  const change = { data: { calendar: data.calendar, version: data.version } };
  expect((await page.request.put(`${club.url}/api/admin/calendar`, change)).status()).toBe(200);
  await loaded;
  await settle(page);
  await cell(page, '7 AM: Closed').waitFor();
  await save(page);
  await confirmPrices(page);
  await page.getByText('The calendar was changed in the meantime.').waitFor();
  expect(page.errors.filter((error) => !error.includes('409'))).toEqual([]);
});
