/** How the wizard shows days and starts: days far ahead, the evening first, and the night that is still running. */
import { expect, test } from 'bun:test';
import { addDays, clubInstant } from '../../src/domain/business-day.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { findAxeViolations } from '../support/axe.ts';
import { bookAsGuest, tomorrow, wizardPageOpener } from '../support/booking-wizard.ts';
import { openPage, settle } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { fakeTimeEnv } from '../support/faketime-environment.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { startServerProcess } from '../support/server-process.ts';

const club = serverForTestFile();
const openWizardPage = wizardPageOpener(() => club);

test('the evening comes first; booked times stand greyed, earlier ones are folded, and another length keeps the start', async () => {
  expect((await bookAsGuest(club.url, { date: tomorrow, start_time: '20:00' })).status).toBe(201);
  const { page, wizard } = await openWizardPage();
  await wizard.openStarts(`?date=${tomorrow}`);
  const court = wizard.court('Court 1');
  expect(await court.locator('.starts .slot').first().getAttribute('data-start')).toBe('36');
  expect(await wizard.start('Court 1', 40).count()).toBe(0);
  // The taken half-hours stand greyed between 7 PM and 9 PM; nothing is folded.
  expect(await court.locator('.starts .slot:disabled .slot-note').allInnerTexts()).toEqual([
    'Booked',
    'Booked',
  ]);
  const order = await court
    .locator('.starts .slot')
    .evaluateAll((slots) =>
      slots
        .slice(2, 7)
        .map((slot) => slot.getAttribute('data-start') ?? `taken ${slot.getAttribute('data-hour')}`),
    );
  expect(order).toEqual(['38', 'taken 40', 'taken 41', '42', '43']);
  expect(await court.getByRole('button', { name: /^(Past|Booked)/ }).count()).toBe(0);
  await court.getByRole('button', { name: 'Before 6 PM (22)' }).click();
  await wizard.start('Court 1', 14).click();
  await wizard.waitForBar('7 AM – 8 AMPKR 4,000');
  const length = (minutes: number) => page.getByRole('radio', { name: `${minutes} min` });
  await length(120).check();
  await wizard.waitForBar('7 AM – 9 AMPKR 8,000');
  expect(await findAxeViolations(page)).toEqual([]);
  // 7 PM has an hour until the booking, but not two.
  await length(60).check();
  await wizard.start('Court 1', 38).click();
  await length(120).check();
  await wizard.waitForBar('Choose a time');
  expect(await wizard.start('Court 1', 38).count()).toBe(0);
});

test('the strip has two weeks of days, and the calendar beside it the others', async () => {
  const last = addDays(clubToday(), 90);
  const { page, wizard } = await openWizardPage();
  await wizard.openStarts(`?date=${last}`);
  const strip = page.getByRole('group', { name: 'The next days' });
  expect(await strip.getByRole('button').count()).toBe(14);
  expect(await strip.locator('[aria-pressed="true"]').count()).toBe(0);
  const [weekday, monthAndDay] = shortDate(last).split(', ');
  expect(weekday).toHaveLength(3);
  await page
    .locator('.day-other')
    .getByText(monthAndDay ?? '')
    .waitFor();
  // While a date is typed, its field stands beside the days.
  const typed = page.getByLabel('Date', { exact: true });
  await typed.focus();
  const [days, field] = [await strip.boundingBox(), await typed.boundingBox()];
  expect(field?.width).toBeGreaterThan(120);
  expect(field?.x).toBeGreaterThanOrEqual((days?.x ?? 999) + (days?.width ?? 0));
  await typed.fill(tomorrow);
  await strip.locator('[aria-pressed="true"]').waitFor();
});

test('at 2:30 AM the running night is tonight, and a slot of it belongs to the evening before, in every time zone', async () => {
  const at = clubInstant('2026-11-22', 150);
  const night = await startServerProcess({
    env: { ...(await fakeTimeEnv(at - Date.now())), TZ: 'America/Los_Angeles' },
  });
  const page = await openPage({ timezoneId: 'Pacific/Kiritimati' });
  await page.clock.setFixedTime(at);
  await page.goto(night.url);
  await settle(page);
  const tonight = page.getByRole('list', { name: 'Free tonight' });
  expect(await tonight.textContent()).toStartWith('3 AM');
  await tonight.getByRole('link', { name: '3 AM' }).click();
  await page.getByLabel('Full Name').waitFor();
  const chosen = 'Saturday night, 3 AM – 4 AM (Sunday)';
  await page.getByRole('complementary', { name: 'Your booking' }).getByText(chosen).waitFor();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${night.url}/booking?court=1`);
  const first = page.getByRole('group', { name: 'The next days' }).getByRole('button').first();
  await first.filter({ hasText: 'Tonight Nov 21' }).waitFor();
  await page.getByRole('heading', { name: 'All courts, tonight (Sat, Nov 21)' }).waitFor();
  await page.locator('.court-block [data-start="6"]').first().click();
  await page.getByRole('complementary', { name: 'Your booking' }).getByText(chosen).waitFor();
  await night.close();
});
