/** How the wizard shows days: months ahead, the evening first on a phone, and the night that is still running. */
import { expect, test } from 'bun:test';
import { addDays, clubInstant } from '../../src/domain/business-day.ts';
import { longDate } from '../../src/domain/format-date.ts';
import { findAxeViolations } from '../support/axe.ts';
import { tomorrow, wizardPageOpener } from '../support/booking-wizard.ts';
import { DESKTOP, openPage } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { fakeTimeEnv } from '../support/faketime-environment.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { startServerProcess } from '../support/server-process.ts';

const club = serverForTestFile();
const openWizardPage = wizardPageOpener(() => club);

test('on a phone the overview opens at the evening, and its chips jump to the other parts of the day', async () => {
  const { page, wizard } = await openWizardPage({ hasTouch: true, isMobile: true });
  await wizard.open(`?date=${tomorrow}`);
  const slotAt = (hour: number) => page.locator(`.court-row-slots .slot[data-hour="${hour}"]`).first();
  const isShown = async (hour: number) => {
    const left = (await slotAt(hour).boundingBox())?.x ?? -1;
    return left >= 0 && left < 80;
  };
  await slotAt(36).waitFor();
  await page.waitForFunction(() => (document.querySelector('.court-rows')?.scrollLeft ?? 0) > 500);
  expect(await isShown(36)).toBe(true);
  const chips = page.getByRole('group', { name: 'Parts of the day' });
  for (const [name, hour] of [
    ['Morning', 14],
    ['Late night', 0],
    ['Afternoon', 24],
    ['Evening', 36],
  ] as const) {
    await chips.getByRole('button', { name }).tap();
    expect([name, await isShown(hour)]).toEqual([name, true]);
    const box = await chips.getByRole('button', { name }).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  expect(await findAxeViolations(page)).toEqual([]);
});

test('the day strip reaches the last bookable day, by its months and for a date in the link', async () => {
  const today = clubToday();
  const last = addDays(today, 90);
  const { page, wizard } = await openWizardPage();
  await wizard.open(`?date=${last}`);
  const strip = page.getByRole('group', { name: 'The next days' });
  const chosen = strip.locator('[aria-pressed="true"]');
  await chosen.waitFor();
  expect(await strip.getByRole('button').count()).toBe(91);
  const box = await chosen.boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 999) + (box?.width ?? 0) <= 360).toBe(true);

  const months = page.getByRole('group', { name: 'Months' });
  await months.getByRole('button').nth(1).click();
  const focused = page.locator('.day:focus');
  expect(await focused.getAttribute('data-roving-key')).toMatch(/-01$/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  expect(await chosen.getAttribute('data-roving-key')).toMatch(/-02$/);
  const desktop = await openWizardPage({ viewport: DESKTOP });
  await desktop.wizard.open(`?date=${last}`);
  await desktop.page
    .getByRole('button', { name: `Show ${longDate(last).split(' ')[1]?.slice(0, 3)}` })
    .waitFor();
});

test('at 2:30 AM the running night is tonight, and a slot of it belongs to the evening before', async () => {
  const at = clubInstant('2026-11-22', 150);
  const night = await startServerProcess({
    env: await fakeTimeEnv(at - Date.now()),
  });
  const page = await openPage();
  await page.clock.setFixedTime(at);
  await page.goto(`${night.url}/booking?court=1`);
  const first = page.getByRole('group', { name: 'The next days' }).getByRole('button').first();
  await first.filter({ hasText: 'Tonight 21 Nov' }).waitFor();
  await page.getByRole('heading', { name: 'All courts, tonight (Sat, Nov 21)' }).waitFor();
  for (const hour of [6, 7]) await page.locator(`.slots [data-hour="${hour}"]`).click();
  await page
    .getByRole('complementary', { name: 'Your booking' })
    .getByText('Saturday night, 3 AM – 4 AM (Sunday)')
    .waitFor();
  await night.close();
});
