import { expect, test } from 'bun:test';
import type { Page } from 'playwright';
import { addDays, weekdayOf } from '../../src/domain/business-day.ts';
import { longDate, shortDate } from '../../src/domain/format-date.ts';
import { checkScreen } from '../support/axe.ts';
import { openPage } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const club = serverForTestFile();
/** Four days ahead, so that every date is more than a day away. */
const FIRST = addDays(clubToday(), 4);
const week = (number: number) => addDays(FIRST, 7 * (number - 1));

type Send = (method: string, path: string, body?: object) => Promise<{ status: number; json: Json }>;
// biome-ignore lint/suspicious/noExplicitAny: answers of the API
type Json = any;

async function signedIn(
  email: string,
  name: string,
  role?: 'owner',
): Promise<{ cookie: string; send: Send }> {
  const cookie = insertUserSession(club.dataDir, { email, name, ...(role ? { role } : {}) });
  const send: Send = async (method, path, body) => {
    const answer = await fetch(club.url + path, {
      method,
      headers: { 'content-type': 'application/json', origin: club.url, cookie },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, json: await answer.json() };
  };
  return { cookie, send };
}

/** A member's weekly bookings: one unpaid with a moved date, one paid with a pause, one of a single date. */
async function bookSeries(desk: Send, email: string): Promise<void> {
  const book = async (over: object) => {
    const series = {
      court_id: 1,
      weekday: weekdayOf(FIRST),
      start_time: '20:00',
      half_hours: 3,
      every_weeks: 1,
      from: FIRST,
      count: 8,
      member_email: email,
      payment_rule: 'each_time',
      ...over,
    };
    const { status, json } = await desk('POST', '/api/admin/series', series);
    expect([status, json.error]).toEqual([201, undefined]);
    return json.data;
  };
  const moved = { date: FIRST, to: { court_id: 2, date: FIRST, start_time: '18:00' } };
  await book({ decisions: [moved] });
  const paused = await book({
    court_id: 2,
    start_time: '22:30',
    half_hours: 4,
    weekday: weekdayOf(addDays(FIRST, 1)),
    from: addDays(FIRST, 1),
  });
  const id = paused.series.id as number;
  const bookings = paused.bookings as { id: number }[];
  const paid = { booking_ids: bookings.map((one) => one.id), method: 'cash' };
  expect((await desk('POST', `/api/admin/series/${id}/payments`, paid)).status).toBe(200);
  const pause = { from: addDays(week(3), 1), until: addDays(week(4), 1), cancelled_by: 'club' };
  expect((await desk('POST', `/api/admin/series/${id}/cancel`, pause)).status).toBe(200);
  await book({
    start_time: '00:30',
    half_hours: 2,
    count: 1,
    weekday: weekdayOf(addDays(FIRST, 2)),
    from: addDays(FIRST, 2),
  });
}

async function openBookings(cookie: string): Promise<Page> {
  const page = await openPage();
  await page.context().addCookies([{ name: 'sid', value: cookie.slice('sid='.length), url: club.url }]);
  await page.goto(`${club.url}/account?tab=bookings`);
  return page;
}

test('the account sums up each weekly booking: its time, its dates, a pause and what is to pay', async () => {
  const desk = await signedIn('desk@example.com', 'Sana Butt', 'owner');
  const member = await signedIn('bilal@example.com', 'Bilal Ahmed');
  const none = await openBookings(member.cookie);
  await none.getByRole('heading', { name: 'No bookings yet' }).waitFor();
  expect(await none.getByRole('heading', { name: 'Weekly bookings' }).count()).toBe(0);
  await checkScreen(none, 'account-weekly-none');
  await bookSeries(desk.send, 'bilal@example.com');
  const page = await openBookings(member.cookie);
  const card = page.getByRole('region', { name: 'Weekly bookings' });
  await card.waitFor();
  const lines = await card.getByRole('listitem').allTextContents();
  const dayName = (days: number) => longDate(addDays(FIRST, days)).split(',')[0];
  const on = (days: number) => shortDate(addDays(FIRST, days));
  expect(lines).toEqual([
    `${dayName(0)}, 8 PM – 9:30 PMCourt 1 · 8 dates, some at another time or court · ${on(0)} to ${on(49)} · PKR 60,000 to pay`,
    `${dayName(1)}, 10:30 PM – 12:30 AMCourt 2 · 6 dates, with a pause · ${on(1)} to ${on(50)} · All paid`,
    `${dayName(2)} night, 12:30 AM – 1:30 AMCourt 1 · 1 date · ${dayName(2)?.slice(0, 3)} night, ${on(2).split(', ')[1]} · PKR 5,000 to pay`,
  ]);
  // It precedes the cards of all its dates.
  const [summary, first] = [
    await card.boundingBox(),
    await page.getByRole('region', { name: 'Upcoming' }).boundingBox(),
  ];
  expect(summary?.y).toBeLessThan(first?.y ?? 0);
  await checkScreen(page, 'account-weekly-several');
});
