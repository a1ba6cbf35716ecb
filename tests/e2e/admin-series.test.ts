/** How series begin and change: from a walk-in, from a member's request, in the drawer of the series. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright';
import { addDays } from '../../src/domain/business-day.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { checkScreen, findAxeViolations } from '../support/axe.ts';
import { DESKTOP, PHONE, pageOpener } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { waitUntil } from '../support/wait-until.ts';

const TOMORROW = addDays(clubToday(), 1);
const club = serverForTestFile();
const open = pageOpener({ viewport: DESKTOP });

const dialog = (page: Page) => page.getByRole('dialog').last();

test('a walk-in is offered again next week, with the customer, court and time filled in', async () => {
  const page = await open();
  await signInAsAdmin(page, club, 'staff');
  await page.goto(`${club.url}/admin?tab=desk&date=${TOMORROW}`);
  const free = page.getByRole('button', { name: 'Court 2, 6 PM – 6:30 PM: free, book' });
  const walkIn = async () => {
    await free.click();
    await dialog(page).getByLabel('Name').fill('Danish Ali');
    await dialog(page).getByRole('button', { name: 'Book', exact: true }).click();
  };
  await walkIn();
  // What was entered by mistake is free again.
  await page.getByRole('button', { name: 'Undo' }).click();
  await walkIn();
  await page.getByRole('button', { name: /^Court 2, .*Danish Ali/ }).click();
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('button', { name: 'Repeat weekly' }).click();
  const form = page.getByRole('dialog', { name: 'New weekly booking' });
  await form.waitFor();
  expect(await form.getByLabel('Name').inputValue()).toBe('Danish Ali');
  expect(await form.getByLabel('First date').inputValue()).toBe(addDays(TOMORROW, 7));
  expect(await form.getByLabel('Start').inputValue()).toBe('18:00');
  await form.getByLabel('Number of dates').fill('1');
  await form.getByRole('button', { name: 'Check the dates' }).click();
  await page.getByRole('button', { name: 'Book 1 date' }).click();
  await dialog(page).getByRole('heading', { name: '1 date to come' }).waitFor();
  expect(page.errors).toEqual([]);
}, 180_000);

test('a newcomer who wants every week reads on each page what to do first', async () => {
  const page = await open({ viewport: PHONE });
  await page.goto(`${club.url}/booking`);
  await page.getByRole('link', { name: 'Ask for a regular slot' }).click();
  await page.getByText('Members can ask for the same court and time every week. Log in, or').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
  await page.getByText('Members can ask for the same court and time every week.').waitFor();
  await page.getByLabel('Full Name').fill('Zara Ali');
  await page.getByLabel('Email').fill('zara@example.com');
  await page.getByLabel('Password', { exact: true }).fill('every week at nine');
  await page.getByLabel('Confirm Password', { exact: true }).fill('every week at nine');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Book the first date, then ask for a regular slot here.').waitFor();
  expect(page.errors).toEqual([]);
}, 180_000);

test('a time chosen in the wizard is filled in where a newcomer asks for it every week', async () => {
  const page = await open({ viewport: PHONE });
  await page.goto(`${club.url}/booking?court=2&date=${TOMORROW}&time=20:00&slots=20:00,20:30,21:00`);
  const link = page.getByRole('link', { name: 'Ask for a regular slot' });
  await waitUntil(async () => (await link.getAttribute('href'))?.includes('time=20:00&slots=3'));
  await link.click();
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
  await page.getByLabel('Full Name').fill('Omar Khan');
  await page.getByLabel('Email').fill('omar.khan@example.com');
  await page.getByLabel('Password', { exact: true }).fill('every week at nine');
  await page.getByLabel('Confirm Password', { exact: true }).fill('every week at nine');
  await page.getByRole('button', { name: 'Create Account' }).click();
  const card = page.getByRole('region', { name: 'Weekly bookings' });
  await card.getByText(`8 PM – 9:30 PM, Court 2, from ${shortDate(TOMORROW)}`).waitFor();
  await checkScreen(page, 'series-request-from-the-wizard');
  await card.getByLabel('Number of dates').fill('8');
  await card.getByRole('button', { name: 'Ask the club' }).click();
  const asked = card.getByText(`8 PM – 9:30 PM, Court 2, 8 dates from ${shortDate(TOMORROW)}`);
  await asked.waitFor();
  // The same address does not ask for it twice.
  await page.reload();
  await asked.waitFor();
  expect(await card.getByRole('button', { name: 'Ask the club' }).count()).toBe(0);
  await card.getByRole('button', { name: 'Withdraw the request' }).click();
  await card.getByRole('button', { name: 'Ask the club' }).waitFor();
  expect(page.errors).toEqual([]);
}, 180_000);

test('a member asks at the account page, and the reception answers from the inbox', async () => {
  const cookie = insertUserSession(club.dataDir, { email: 'bilal@example.com', name: 'Bilal Ahmed' });
  const booked = await fetch(`${club.url}/api/book`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({
      court_id: 1,
      date: TOMORROW,
      start_time: '19:00',
      duration: 90,
      payment_method: 'cash',
      name: 'Bilal Ahmed',
      email: 'bilal@example.com',
      phone: '0300 1112223',
    }),
  });
  expect(booked.status).toBe(201);
  const phone = await open();
  await phone.setViewportSize(PHONE);
  await phone.context().addCookies([{ name: 'sid', value: cookie.slice(4), url: club.url }]);
  await phone.goto(`${club.url}/account?tab=bookings`);
  await phone.getByText('Ask us for a regular slot').click();
  await phone.getByLabel('Number of dates').fill('4');
  await phone.getByLabel('Anything we should know? (optional)').fill('We are four.');
  await phone.getByRole('button', { name: 'Ask the club' }).scrollIntoViewIfNeeded();
  await checkScreen(phone, 'series-request');
  await phone.getByRole('button', { name: 'Ask the club' }).click();
  await phone.getByLabel('Number of dates').waitFor({ state: 'hidden' });
  await phone.getByText(/You asked for every \w+, 7 PM – 8:30 PM, Court 1, 4 dates/).waitFor();

  const desk = await open();
  await desk.setViewportSize(PHONE);
  await signInAsAdmin(desk, club, 'staff');
  await desk.goto(`${club.url}/admin?tab=todo`);
  await desk.getByText('We are four.').waitFor();
  await checkScreen(desk, 'series-request-in-the-inbox');
  await desk.getByRole('link', { name: 'Check the dates' }).click();
  await dialog(desk).getByText('bilal@example.com').waitFor();
  await dialog(desk).getByRole('button', { name: 'Check the dates' }).click();
  await desk.getByRole('button', { name: 'Book 4 dates' }).click();
  await dialog(desk).getByRole('heading', { name: '4 dates to come' }).waitFor();
  await phone.reload();
  await phone.getByText('Ask us for a regular slot').waitFor();
  expect(await phone.getByText('You asked for').count()).toBe(0);
  expect([...phone.errors, ...desk.errors]).toEqual([]);
}, 180_000);

test("the drawer takes a month's money, moves the upcoming dates and adds more", async () => {
  const page = await open();
  await signInAsAdmin(page, club);
  await page.goto(`${club.url}/admin?tab=series`);
  await page.getByRole('link', { name: /Bilal Ahmed.*4 dates to come/ }).click();
  const take = dialog(page).getByRole('button', { name: /Take PKR/ });
  await take.first().waitFor();
  const months = await take.count();
  await take.first().click();
  await take.nth(months - 1).waitFor({ state: 'hidden' });
  await dialog(page).getByRole('button', { name: 'Change' }).click();
  await dialog(page).getByLabel('Court').selectOption('2');
  await dialog(page).getByLabel('Start').selectOption('21:00');
  await dialog(page).getByRole('button', { name: 'Check the dates' }).click();
  await dialog(page).getByText('Every date is free or decided.').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Move 4 dates' }).click();
  await page
    .getByText(/Every \w+, 9 PM – 10:30 PM/)
    .first()
    .waitFor();
  await page
    .getByRole('dialog', { name: /^Weekly booking / })
    .getByRole('button', { name: 'Add dates' })
    .click();
  const form = page.getByRole('dialog', { name: 'Add dates' });
  expect(await form.getByLabel('First date').inputValue()).toBe(addDays(TOMORROW, 7 * 5));
  await form.getByLabel('Number of dates').fill('2');
  await form.getByRole('button', { name: 'Check the dates' }).click();
  await page.getByRole('button', { name: 'Book 2 dates' }).click();
  await dialog(page).getByRole('heading', { name: '6 dates to come' }).waitFor();
  await dialog(page)
    .getByText(shortDate(addDays(TOMORROW, 7 * 6)))
    .waitFor();
  expect(page.errors).toEqual([]);
}, 180_000);
