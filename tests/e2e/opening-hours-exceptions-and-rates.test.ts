/** Seasons, closed days and rates ahead, as customers and the desk see them in Chromium. */
import { beforeAll, expect, test } from 'bun:test';
import { addDays, WEEKDAYS } from '../../src/domain/business-day.ts';
import type { Calendar, CalendarException, DayRule } from '../../src/domain/calendar.ts';
import { DEFAULT_CALENDAR } from '../../src/domain/default-calendar.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { createWizardPage } from '../support/booking-wizard.ts';
import { DESKTOP, pageOpener } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const RAMADAN_DAY: DayRule = {
  open: true,
  hours: [{ opens: '20:00', closes: '05:00' }],
  bands: [
    { from: '20:00', until: '22:00', tier: 'off_peak', discount: 1500 },
    { from: '22:00', until: '05:00', tier: 'peak', discount: 0 },
  ],
};
const today = clubToday();
const exception = (reason: string, from: number, to: number, day: DayRule): CalendarException => ({
  reason,
  day,
  weekdays: [...WEEKDAYS],
  rank: 1,
  from: addDays(today, from),
  to: addDays(today, to),
});
/** 30 nights from in five days on, then two days of Eid. */
const CALENDAR: Calendar = {
  ...DEFAULT_CALENDAR,
  exceptions: [exception('Ramadan', 5, 34, RAMADAN_DAY), exception('Eid ul-Fitr', 35, 36, { open: false })],
};
const RAMADAN_NIGHT = addDays(today, 10);
const EID = addDays(today, 35);
const NEXT_MONTH = `${addDays(`${today.slice(0, 7)}-28`, 5).slice(0, 7)}-01`;

const club = serverForTestFile();
const open = pageOpener();

beforeAll(async () => {
  const cookie = insertUserSession(club.dataDir, {
    email: 'owner@example.com',
    name: 'Owner',
    role: 'owner',
  });
  const send = async (method: string, path: string, body: object) => {
    const headers = { 'content-type': 'application/json', cookie };
    return (await fetch(club.url + path, { method, headers, body: JSON.stringify(body) })).status;
  };
  expect(await send('PUT', '/api/admin/calendar', { calendar: CALENDAR, version: 0 })).toBe(200);
  const rate = { from: NEXT_MONTH, hourly_rate: 6000 };
  expect(await send('POST', '/api/admin/courts/2/prices', rate)).toBe(201);
});

test('a Ramadan night is booked at 4 AM and at its own price', async () => {
  const page = await open();
  const wizard = createWizardPage(page, club.url);
  await wizard.open(`?court=1&date=${RAMADAN_NIGHT}`);
  await wizard.slot(40).waitFor();
  const names = await wizard.grid
    .locator('.slot .slot-time')
    .evaluateAll((slots) => slots.map((slot) => slot.textContent));
  expect([names.length, names[0], names.at(-1)]).toEqual([18, '8 PM', '4:30 AM']);
  await wizard.tap(40, 41);
  await wizard.waitForBar('PKR 3,500');
  await wizard.tap(40, 41, 8, 9);
  await wizard.waitForBar('PKR 5,000');
  await wizard.goToPayment('Cash Payment');
  await wizard.complete();
  await page.waitForURL('**/success**');
  await page.getByText('4 AM – 5 AM').first().waitFor();
  expect(page.errors).toEqual([]);
});

test('Eid is closed, with its reason and the next free evening at the top', async () => {
  const page = await open();
  await page.goto(`${club.url}/booking?date=${EID}`);
  const alert = page.locator('.alert', { hasText: 'The club is closed on' });
  await alert.waitFor();
  expect(await alert.textContent()).toContain('Eid ul-Fitr');
  const after = addDays(EID, 2);
  await alert.getByRole('button', { name: shortDate(after) }).click();
  expect(await page.getByLabel('Date', { exact: true }).inputValue()).toBe(after);
  const wizard = createWizardPage(page, club.url);
  await wizard.start('Court 1', 36).click();
  await wizard.goToPayment('Cash Payment');
  await wizard.complete();
  await page.waitForURL('**/success**');
  expect(page.errors).toEqual([]);
});

test('a rate from the first of next month is shown and charged for its date', async () => {
  const page = await open();
  await page.goto(`${club.url}/`);
  expect(await page.locator('#courts').textContent()).toContain(
    `PKR 6,000 an hour from ${shortDate(NEXT_MONTH)}`,
  );
  const wizard = createWizardPage(page, club.url);
  // A date of next month outside Ramadan and Eid may not exist, so the night is one of Ramadan.
  const dates = Array.from({ length: 31 }, (_, day) => addDays(NEXT_MONTH, day));
  const date = dates.find((day) => day > RAMADAN_NIGHT && day < EID) ?? NEXT_MONTH;
  await wizard.open(`?court=2&date=${date}`);
  await wizard.tap(46, 47);
  await wizard.waitForBar('PKR 6,000');
  await wizard.goToPayment('Cash Payment');
  await wizard.complete();
  await page.waitForURL('**/success**');
  await wizard.open(`?court=2&date=${addDays(today, 2)}`);
  await wizard.tap(46, 47);
  const expected = addDays(today, 2) < NEXT_MONTH ? 'PKR 5,000' : 'PKR 6,000';
  await wizard.waitForBar(expected);
});

test("the day view of a Ramadan night shows its hours, and Eid's its reason", async () => {
  const page = await open();
  await page.setViewportSize(DESKTOP);
  await signInAsAdmin(page, club);
  await page.goto(`${club.url}/admin?tab=desk&date=${RAMADAN_NIGHT}`);
  const times = page.locator('.admin-day-grid tbody th');
  await times.first().waitFor();
  expect([await times.count(), await times.first().textContent()]).toEqual([18, '8 PM']);
  expect(await page.locator('.admin-day-grid').textContent()).toContain('Bilal Ahmed');
  await page.goto(`${club.url}/admin?tab=desk&date=${EID}`);
  await page.getByText(`The club is closed on ${shortDate(EID)}: Eid ul-Fitr.`, { exact: true }).waitFor();
  expect(await page.locator('.admin-day-grid').count()).toBe(0);
});
