import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import type { Page } from 'playwright';
import { addDays } from '../../src/domain/business-day.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { checkScreen, findAxeViolations } from '../support/axe.ts';
import { DESKTOP, PHONE, pageOpener } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Four days ahead, so that every date is more than a day away. */
const FIRST = addDays(clubToday(), 4);
const week = (number: number) => addDays(FIRST, 7 * (number - 1));
const club = serverForTestFile();
const open = pageOpener({ viewport: DESKTOP });

const dialog = (page: Page) => page.getByRole('dialog').last();
const rows = <Row>(sql: string): Row[] => club.database((db) => db.query<Row, []>(sql).all());
/** The emails that the server has written to files for an address, once it has sent all. */
async function readEmails(address: string) {
  await waitUntil(() => rows("SELECT 1 FROM outbox WHERE state IN ('queued', 'sending')").length === 0);
  const folder = join(club.dataDir, 'outbox');
  const names = readdirSync(folder).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.map((name) => simpleParser(readFileSync(join(folder, name)))));
  return mails.filter(({ to }) => [to].flat()[0]?.text === address);
}
async function request(page: Page, path: string, data: object) {
  const answer = await page.request.post(`${club.url}${path}`, { data });
  expect(answer.status()).toBe(201);
  return (await answer.json()) as { booking: { id: number } };
}

test('thirteen weeks over a closure and two bookings, by keyboard alone: three decisions, one email', async () => {
  const page = await open();
  await signInAsAdmin(page, club, 'staff');
  const closure = { court_id: 1, date: week(3), slots: ['20:30', '21:00'], reason: 'Tournament' };
  await request(page, '/api/admin/closures', closure);
  for (const number of [5, 8]) {
    const walkIn = { court_id: 1, date: week(number), slots: ['21:00', '21:30'], name: 'Umar Farooq' };
    await request(page, '/api/admin/bookings', walkIn);
  }
  await page.goto(`${club.url}/admin?tab=series`);
  await page.getByText('No weekly bookings yet.').waitFor();
  const keys = keyboardOf(page);
  await keys.press(page.getByRole('button', { name: 'New weekly booking' }));
  await keys.type(dialog(page).getByLabel('Name'), 'Hamza Tariq');
  await keys.type(dialog(page).getByLabel('Email (optional)'), 'hamza@example.com');
  await keys.typeDate(dialog(page).getByLabel('First date'), FIRST);
  await keys.choose(dialog(page).getByLabel('Start'), '8 PM');
  await keys.choose(dialog(page).getByLabel('Length'), '1.5 hours');
  await keys.type(dialog(page).getByLabel('Number of dates'), '13');
  expect(await findAxeViolations(page)).toEqual([]);
  await keys.press(dialog(page).getByRole('button', { name: 'Check the dates' }));
  await dialog(page).getByText('3 dates still to decide.').waitFor();
  await dialog(page).getByText('Court closed: Tournament').waitFor();
  const undecided = [3, 5, 8].map((number) => shortDate(week(number))).join('; ');
  await dialog(page).getByText(`Not in the total: ${undecided}.`).waitFor();
  await dialog(page).getByText('Total for 10 dates PKR 75,000').waitFor();
  expect(await dialog(page).getByRole('button', { name: 'Book 10 dates' }).isDisabled()).toBe(true);

  const decide = (number: number, option: string) =>
    keys.choose(dialog(page).getByLabel(`What to do on ${shortDate(week(number))}`), option);
  await decide(3, 'Left out');
  await dialog(page).getByText('2 dates still to decide.').waitFor();
  await decide(5, '8 PM – 9:30 PM, Court 2, PKR 7,500');
  await dialog(page).getByText('1 date still to decide.').waitFor();
  await decide(8, 'Another court, day or time …');
  const instead = (field: string) => dialog(page).getByLabel(`${field} instead of ${shortDate(week(8))}`);
  await keys.typeDate(instead('Day'), addDays(week(8), 1));
  await keys.choose(instead('Start'), '6 PM');
  await dialog(page).getByText('Every date is free or decided.').waitFor();

  // The phone is smaller, but shows the same.
  await page.setViewportSize(PHONE);
  await checkScreen(page, 'series-decided');
  await keys.press(dialog(page).getByRole('button', { name: 'Book 12 dates' }));
  await dialog(page).getByRole('heading', { name: '12 dates to come' }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);

  const booked = rows<{ date: string; court_id: number; start_time: string }>(
    'SELECT date, court_id, start_time FROM booking WHERE series_id = 1 ORDER BY date',
  );
  const usual = [1, 2, 4, 6, 7, 9, 10, 11, 12, 13].map((number) => `${week(number)} 1 20:00`);
  const moved = [`${week(5)} 2 20:00`, `${addDays(week(8), 1)} ${booked[6]?.court_id} 18:00`];
  expect(booked.map((one) => `${one.date} ${one.court_id} ${one.start_time}`).sort()).toEqual(
    [...usual, ...moved].sort(),
  );
  const emails = await readEmails('hamza@example.com');
  expect(emails).toHaveLength(1);
  const [calendar] = emails[0]?.attachments ?? [];
  expect(calendar?.content.toString().match(/BEGIN:VEVENT/g)).toHaveLength(12);
  await page.setViewportSize(DESKTOP);
  await page.goto(`${club.url}/admin?tab=desk&date=${week(1)}`);
  await page.getByRole('button', { name: /Court 1, 8 PM – 9:30 PM: .*Hamza Tariq.*Weekly/ }).waitFor();
  expect(page.errors).toEqual([]);
}, 180_000);

test('the drawer cancels the upcoming dates and says what is refunded, and the slots are free', async () => {
  const page = await open();
  await page.setViewportSize(PHONE);
  await signInAsAdmin(page, club);
  const booking_ids = rows<{ id: number }>(
    'SELECT id FROM booking WHERE series_id = 1 ORDER BY date LIMIT 2',
  );
  const paid = await page.request.post(`${club.url}/api/admin/series/1/payments`, {
    data: { booking_ids: booking_ids.map(({ id }) => id), method: 'cash' },
  });
  expect(paid.status()).toBe(200);
  await page.goto(`${club.url}/admin?tab=series`);
  await page.getByRole('link', { name: /Hamza Tariq/ }).click();
  await dialog(page).getByRole('button', { name: 'Cancel or pause' }).click();
  expect(await dialog(page).getByLabel('From', { exact: true }).inputValue()).toBe(week(1));
  await dialog(page).getByText('The club keeps PKR 0; PKR 15,000 goes back.').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Cancel 12 dates' }).click();
  await page.getByRole('heading', { name: 'No dates to come' }).waitFor();
  await page.goto(`${club.url}/booking?court=1&date=${week(7)}`);
  await page.getByRole('button', { name: /8 PM.*until 9 PM, Court 1/ }).waitFor();
}, 180_000);
