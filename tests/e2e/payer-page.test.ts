import { expect, test } from 'bun:test';
import { addDays } from '../../src/domain/business-day.ts';
import { checkScreen } from '../support/axe.ts';
import { keyHeader } from '../support/booking-key.ts';
import { openPage } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { bookingBody } from '../support/test-club.ts';

const club = serverForTestFile();

async function send(
  method: 'POST' | 'PUT',
  path: string,
  body: object,
  headers: Record<string, string> = {},
) {
  const response = await fetch(club.url + path, {
    method,
    headers: { 'content-type': 'application/json', origin: club.url, ...headers },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
  // Tests read fields of answers before they check their types.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  return (await response.json()) as any;
}

test('a player without a mouse promises to pay, reloads with their own link, and gives the place back', async () => {
  const booked = await send('POST', '/api/book', bookingBody({ date: addDays(clubToday(), 3) }));
  const path = `/api/booking/${booked.booking.id}/payers`;
  const { payers } = await send('PUT', path, { payers: [{ name: 'Bilal' }, {}] }, keyHeader(booked));
  const page = await openPage();
  const { type, press } = keyboardOf(page);
  await page.goto(club.url + new URL(payers[1].join_url).pathname + new URL(payers[1].join_url).hash);
  await page.getByRole('heading', { name: 'You’re invited to play' }).waitFor();
  await checkScreen(page, 'a share');
  // The name that the host gave is in its field.
  await page.getByLabel('Full Name').fill('');
  await type(page.getByLabel('Full Name'), 'Bilal Ahmed');
  await type(page.getByLabel('Email'), 'bilal@example.com');
  await press(page.getByRole('button', { name: 'Pay at the club' }));
  // The button stands far below, so the result has the focus.
  await page.locator('h1:focus', { hasText: 'You’re in' }).waitFor();
  await page.reload();
  await page.getByText('Ayesha K., Bilal A., Player 3').waitFor();

  // The browser keeps the key, and what the reception takes comes with a receipt.
  const [, bilal] = payers;
  const cookie = insertUserSession(club.dataDir, { email: 'desk@example.com', name: 'Desk', role: 'staff' });
  const cash = { amount: bilal.charge, method: 'cash', payer_id: bilal.id };
  await send('POST', `/api/admin/bookings/${booked.booking.id}/payments`, cash, { cookie });
  await page.goto(`${club.url}/manage?payer_id=${bilal.id}&payment=returned`);
  await page.getByText('Your payment has arrived. Thank you!').waitFor();
  await press(page.getByRole('link', { name: 'Receipt to print' }));
  await page.getByRole('heading', { name: `Receipt R-${booked.booking.id}-${bilal.id}` }).waitFor();
  await page.getByText('Bilal Ahmed').waitFor();
  await checkScreen(page, 'the receipt of a share');
  await press(page.getByRole('link', { name: `Booking ${booked.booking.id}` }));
  await press(page.getByRole('button', { name: 'I can’t make it' }));
  await press(page.getByRole('button', { name: 'Give my place back' }));
  await page.locator('h1:focus', { hasText: 'You are no longer in this booking' }).waitFor();
  expect(page.errors.filter((line) => !line.includes('401'))).toEqual([]);
});
