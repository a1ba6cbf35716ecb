import { expect, test } from 'bun:test';
import { addDays } from '../../src/domain/business-day.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { bookAsGuest, tomorrow } from '../support/booking-wizard.ts';
import { moveClock, openPage, settle } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const DAY_MS = 24 * 60 * 60_000;
const club = serverForTestFile({ publicHost: '127.0.0.1' });

test("on phones two days slow and two days fast, today and the deadlines are the club's", async () => {
  const answer = await bookAsGuest(club.url, { date: addDays(tomorrow, 4), payment_method: 'bank_transfer' });
  const { manage_url } = (await answer.json()) as { manage_url: string };
  const readPages = async (shift: number) => {
    const page = await openPage();
    await page.addInitScript(moveClock, shift);
    const open = async (path: string) => {
      await page.goto(path);
      await settle(page);
    };
    await open(`${club.url}/booking`);
    const device = await page.evaluate(() => Date.now());
    const days = page.getByRole('group', { name: 'The next days' }).getByRole('button');
    const names = await days.allTextContents();
    const chosen = await page.getByLabel('Date', { exact: true }).inputValue();
    // Without a new page the wizard learns the time from the API.
    await days.nth(1).click();
    await settle(page);
    const bar = await page.getByRole('complementary', { name: 'Your booking' }).textContent();
    await open(manage_url);
    // A minute may pass from page to page, and with it an hour.
    const step = (await page.getByText(/^Send PKR 5,000 by /).textContent())?.replace(/ \d+ (h|min).*/, '');
    await signInAsAdmin(page, club);
    await open(`${club.url}/admin?tab=desk`);
    const desk = await page.getByRole('heading', { name: /^(Today|Tonight), / }).textContent();
    await page.context().close();
    return { ahead: Math.round((device - Date.now()) / DAY_MS), names, chosen, bar, step, desk };
  };
  const right = await readPages(0);
  expect(right.chosen).toBe(clubToday());
  for (const days of [-2, 2]) expect(await readPages(days * DAY_MS)).toEqual({ ...right, ahead: days });
}, 180_000);
